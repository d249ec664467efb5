"""One file for each goal of the benchmark: `suite`, the checks that its programs are held to."""
