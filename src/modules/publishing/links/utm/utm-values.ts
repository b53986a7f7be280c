/** The UTM parameters of an address, by the fields that hold their values. */
export const utmParameters = {
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  utmTerm: 'utm_term',
  utmContent: 'utm_content',
} as const

export type UtmField = keyof typeof utmParameters
export const utmFields = Object.keys(utmParameters) as UtmField[]

/** The UTM values of a link, null where it has none. */
export type UtmValues = { readonly [Field in UtmField]: string | null }

export const noUtmValues: UtmValues = Object.freeze({
  utmSource: null,
  utmMedium: null,
  utmCampaign: null,
  utmTerm: null,
  utmContent: null,
})

/** The values that `input` has, without spaces around them. Null and blank values become null. */
export function readUtmChanges(input: Partial<UtmValues>): Partial<UtmValues> {
  const given = utmFields.filter((field) => input[field] !== undefined)
  return Object.fromEntries(given.map((field) => [field, input[field]?.trim() || null]))
}

/** The values that `input` has, including null. Absent values come from `defaults`. */
export function fillUtmValues(input: Partial<UtmValues>, defaults: Partial<UtmValues> = {}): UtmValues {
  const values = utmFields.map((field) => [field, defaults[field] ?? null])
  return { ...Object.fromEntries(values), ...readUtmChanges(input) }
}
