import { type FieldForm, type RecordName, records, type ScalarForm } from './records.ts'

/** How a value differs from its documented record, as `path: what was expected`. Additional fields are allowed. */
export function misfits(value: unknown, record: RecordName): string[] {
  return misfitsOf(value, records[record], record)
}

function misfitsOf(value: unknown, fields: Readonly<Record<string, FieldForm>>, at: string): string[] {
  if (typeof value !== 'object' || value === null) return [`${at}: object`]
  return Object.entries(fields).flatMap(([name, form]) => {
    const here = `${at}.${name}`
    if (!Object.hasOwn(value, name)) return [`${here}: missing`]
    const field = (value as Record<string, unknown>)[name]
    if (typeof form === 'string') return isOf(field, form) ? [] : [`${here}: ${form}`]
    if ('record' in form) return misfitsOf(field, records[form.record], here)
    if (!Array.isArray(field)) return [`${here}: array`]
    return field.flatMap((each, index) => misfitsOf(each, form[0], `${here}[${index}]`))
  })
}

function isOf(value: unknown, form: ScalarForm): boolean {
  switch (form) {
    case 'string':
      return typeof value === 'string'
    case 'string or null':
      return value === null || typeof value === 'string'
    case 'integer':
      return Number.isInteger(value)
    case 'integer or null':
      return value === null || Number.isInteger(value)
    case 'number':
      return typeof value === 'number'
    case 'number or null':
      return value === null || typeof value === 'number'
    case 'boolean':
      return typeof value === 'boolean'
    case 'boolean or null':
      return value === null || typeof value === 'boolean'
    case 'strings':
      return Array.isArray(value) && value.every((each) => typeof each === 'string')
    case 'date-time':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value)) && new Date(value).toISOString() === value
    case 'date-time or null':
      return value === null || isOf(value, 'date-time')
  }
}
