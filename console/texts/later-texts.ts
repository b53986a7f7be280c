/** The beginnings of the names of texts that only later screens have. */
export const laterTexts =
  /^(ask|before|device|dimension|edit|form|health|new|period|qr|rules|share|statistics|trigger|unit)\./
