/**
 * The countries whose visitors are asked before pixels run, by ISO 3166-1: those of the EU, with its parts that have codes of
 * their own (Åland and the outermost regions of France), the other countries of the EEA, Switzerland, and the United Kingdom
 * with Gibraltar and the Crown dependencies, whose laws ask for the same.
 */
const askingCountries: ReadonlySet<string> = new Set(
  `AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK
   AX GF GP MF MQ RE YT
   IS LI NO
   CH
   GB GG GI IM JE`
    .trim()
    .split(/\s+/),
)

/** Whether a visitor from there must be asked. An unknown country may be one of them. */
export function needsConsent(country: string | null): boolean {
  return country === null || askingCountries.has(country)
}
