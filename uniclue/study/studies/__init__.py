"""Studies of difficulty: labelled puzzles in, tables of features, reports and predictors out."""
