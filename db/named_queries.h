#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace autotune {

enum class QueryParameterKind {
  kText,
  kCount,     ///< an integer, at least 0
  kDuration,  ///< in seconds
};

/// A parameter of a query: its name, and what it means in a line. Not given, it restricts nothing.
struct QueryParameter {
  std::string_view name;  ///< without the colon
  std::string_view help;  ///< empty where `words` say it
  QueryParameterKind kind = QueryParameterKind::kText;
  std::span<const std::string_view> words = {};  ///< where not empty: all that the text may be
};

/// A question that people ask of the database.
struct NamedQuery {
  std::string_view name;
  std::string_view help;  ///< one line
  std::vector<QueryParameter> parameters;
  std::string_view sql;
};

const std::vector<NamedQuery>& NamedQueries();

/// Null where there is no such query.
const NamedQuery* FindQuery(std::string_view name);

}  // namespace autotune
