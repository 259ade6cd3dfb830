"""Contract automata: composition of services or of the cells of a board, and synthesis of what is safe.

The definitions are those of

* LMCS 2020: D. Basile, M. H. ter Beek, R. Pugliese: Synthesis of Orchestrations and Choreographies:
  Bridging the Gap between Supervisory Control and Coordination of Services.  Logical Methods in
  Computer Science 16(2:9), 2020
* SCICO 2020: D. Basile et al.: Controller synthesis of service contracts with variability.  Science of
  Computer Programming 187 (2020) 102344
* SCICO 2022: D. Basile, M. H. ter Beek: Contract Automata Library.  Science of Computer Programming
  (2022) 102841
* JLAMP 2024: Journal of Logical and Algebraic Methods in Programming 141 (2024) 100998

``docs/automata.md`` explains how to use it.
"""
