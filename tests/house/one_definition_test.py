#!/usr/bin/env python3
"""one_definition.py must see each definition, and nothing that only looks like one.

usage: one_definition_test.py
"""
import unittest

from one_definition import definitions, doubles


def inside(text):
    return definitions("namespace autotune {\n" + text + "\n}  // namespace autotune\n")


class Definitions(unittest.TestCase):
    def test_each_kind_of_type_is_one(self):
        for text in ("struct A {};", "class A final : public B<int> {};", "union A {};",
                     "enum class A : std::uint8_t { kOne };", "enum A { kOne };",
                     "class [[nodiscard]] A {};", "class CAPABILITY(\"mutex\") A {};",
                     "template <typename T, class U = C<D<int>>>\nstruct A {};",
                     "struct A {\n  int x = 0;\n} a;", "int f() { return 1; }\nstruct A {};"):
            self.assertEqual(inside(text), ["autotune::A"], text)

    def test_other_things_are_none(self):
        for text in ("struct A;", "// struct A {};", "/* struct A {}; */",
                     "template <>\nstruct A<int> {};", "#define A struct A { }",
                     "constexpr char kText[] = R\"sql(struct A {};)sql\";",
                     "constexpr char kText[] = \"struct A {};\";", "enum { kNameless };",
                     "inline A f(struct B* b) { return {}; }"):
            self.assertEqual(inside(text), [], text)

    def test_members_and_locals_are_none(self):
        self.assertEqual(inside("struct A {\n  enum class B { kOne };\n  struct C {};\n};"),
                         ["autotune::A"])
        self.assertEqual(inside("inline void f() { struct A {}; }"), [])

    def test_a_namespace_is_part_of_the_name(self):
        self.assertEqual(definitions("namespace a::b { struct A {}; }\nnamespace c { struct A {}; }"),
                         ["a::b::A", "c::A"])
        self.assertEqual(definitions("namespace a { namespace { struct A {}; } }"), [])

    def test_digits_may_have_separators(self):
        self.assertEqual(inside("constexpr int kA = 1'000;\nstruct A {};\nconstexpr int kB = 2'000;"),
                         ["autotune::A"])


class Doubles(unittest.TestCase):
    def test_two_headers_are_told(self):
        one = "namespace autotune { struct A {}; struct B {}; }"
        two = "namespace autotune { enum class A { kOne }; struct C; }"
        three = "namespace autotune { struct C {}; namespace wire { struct B {}; } }"
        self.assertEqual(doubles({"x.h": one, "y.h": two, "z.h": three}),
                         {"autotune::A": ["x.h", "y.h"]})


if __name__ == "__main__":
    unittest.main()
