/**
 * The countries whose visitors are asked before pixels run, by ISO 3166-1. The list has the countries of the EU and
 * those parts of them that have their own codes (Åland and the outermost regions of France), the other countries of the
 * EEA, Switzerland, and the United Kingdom with Gibraltar and the Crown dependencies. The laws of all these places ask
 * for consent.
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

/** Whether a visitor from the country must be asked. An unknown country may be one of these countries. */
export function needsConsent(country: string | null): boolean {
  return country === null || askingCountries.has(country)
}
