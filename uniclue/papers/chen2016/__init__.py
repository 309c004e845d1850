"""Chen 2016: five methods for nonograms, line rules, a generator of boards, homework files."""
