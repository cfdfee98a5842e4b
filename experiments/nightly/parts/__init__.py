"""The parts of the nightly, a module each: NAME, FIGURE, plan(context) and attempt(attempt)."""
