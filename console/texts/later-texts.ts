/** The beginnings of the names of texts that only later screens have. */
export const laterTexts =
  /^(activity|ask|before|code|device|dimension|edit|form|health|new|period|proof|qr|quota|rules|selection|share|statistics|trigger|unit)\./
