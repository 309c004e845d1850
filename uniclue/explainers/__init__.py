"""Why a puzzle has no solution or several, what would mend it, and which clues it needs."""
