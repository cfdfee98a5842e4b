#pragma once

#include <string_view>
#include <vector>

namespace autotune {

/// A parameter of a query: its name, and what it means in a line. Not given, it restricts nothing.
struct QueryParameter {
  std::string_view name;  ///< without the colon
  std::string_view help;
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
