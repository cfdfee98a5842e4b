#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace autotune {

enum class QueryParameterKind {
  kText,
  kCount,     ///< an integer, at least 0
  kDuration,  ///< a duration, in seconds
};

/// A parameter of a query. If it is not given, it restricts nothing.
struct QueryParameter {
  std::string_view name;  ///< name without the colon
  std::string_view help;  ///< meaning, in one line; empty if `words` say it
  QueryParameterKind kind = QueryParameterKind::kText;
  std::span<const std::string_view> words = {};  ///< all texts that it may have; empty: any
};

/// A named question to the database.
struct NamedQuery {
  std::string_view name;
  std::string_view help;  ///< one line of text
  std::vector<QueryParameter> parameters;
  std::string_view sql;
};

/// Returns all named queries.
const std::vector<NamedQuery>& NamedQueries();

/// Returns the query of this name; null if there is none.
const NamedQuery* FindQuery(std::string_view name);

}  // namespace autotune
