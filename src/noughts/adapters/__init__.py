"""Games as environments of other libraries: `noughts.adapters.pettingzoo`, `noughts.adapters.open_spiel`."""
