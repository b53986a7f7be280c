import { splitTexts } from '../../../platform/rest/csv.ts'
import { InvalidParams } from '../../../platform/shared/general.errors.ts'
import type { ImportedLink } from '../../links/index.ts'
import type { ImportField } from './columns.ts'
import { type SourceRecord, toColumnKey } from './source-record.ts'
import type { SourceFormat } from './sources.ts'

/** Which column has which field. */
export interface ColumnMapping {
  readonly column: string
  /** Null for a column that is not imported. */
  readonly field: ImportField | null
}

/** Guesses the fields of columns by their names. Some fields can be in several columns: the first with a value is read. */
export function mapColumns(columns: readonly string[], { columns: known }: SourceFormat): ColumnMapping[] {
  const fieldOf = (column: string) => {
    const key = toColumnKey(column)
    const ranked = [...known]
      .map(([field, keys]) => ({ field, rank: keys.indexOf(key) }))
      .filter(({ rank }) => rank >= 0)
    return ranked.toSorted((one, other) => one.rank - other.rank)[0]?.field ?? null
  }
  return columns.map((column) => ({ column: column.slice(0, 200), field: fieldOf(column) }))
}

/** Reads the links of a file from its records. */
export class RowReader {
  private readonly keysByField: ReadonlyMap<ImportField, readonly string[]>
  private readonly hasSlugColumn: boolean

  constructor(
    columns: readonly string[],
    private readonly format: SourceFormat,
  ) {
    const mapping = mapColumns(columns, format)
    const keys = new Set(columns.map(toColumnKey))
    const keysOf = (field: ImportField) => {
      const mapped = new Set(mapping.filter((each) => each.field === field).map(({ column }) => toColumnKey(column)))
      // Objects of JSON may have fields that the first one lacks.
      return (format.columns.get(field) ?? []).filter((key) => mapped.has(key) || !keys.has(key))
    }
    this.keysByField = new Map([...format.columns.keys()].map((field) => [field, keysOf(field)]))
    this.hasSlugColumn = mapping.some(({ field }) => field === 'slug')
  }

  /** Throws `InvalidParams` for a row without a destination, and for a value that has no meaning in its field. */
  read(record: SourceRecord, row: number): ImportedLink {
    const text = (field: ImportField) => this.text(record, field)
    const destination = text('longUrl')
    if (destination === null) throw InvalidParams.forField('longUrl', 'is required')
    if (isTrue(text('password'))) throw InvalidParams.forField('password', 'cannot be imported: no export has it')
    const slugText = text('slug')
    const isAddress = slugText !== null && /^https?:\/\//i.test(slugText)
    const address = readAddress(isAddress ? slugText : text('shortUrl'))
    const slug = slugText === null || isAddress ? address.code : slugText
    return {
      row,
      destination,
      slug,
      isCustom: slugText !== null || !this.hasSlugColumn,
      host: readHost(text('domain')) ?? address.host,
      title: text('title'),
      tags: this.list(record, 'tags'),
      folder: text('folder'),
      createdAt: this.date(record, 'createdAt'),
      expiresAt: this.date(record, 'expiresAt'),
      expiredUrl: text('expiredUrl'),
      clickLimit: this.count(record, 'clickLimit'),
      isActive: isTrue(text('isActive') ?? 'true') && !isTrue(text('archived')),
      isCloaked: isTrue(text('isCloaked')),
      privacyMode: isTrue(text('privacyMode')),
      forwardQuery: isTrue(text('forwardQuery') ?? 'true'),
      redirectType: this.count(record, 'redirectType') ?? 302,
      utmSource: text('utmSource'),
      utmMedium: text('utmMedium'),
      utmCampaign: text('utmCampaign'),
      utmTerm: text('utmTerm'),
      utmContent: text('utmContent'),
      ogTitle: text('ogTitle'),
      ogDescription: text('ogDescription'),
      ogImage: text('ogImage'),
    }
  }

  private values(record: SourceRecord, field: ImportField): readonly string[] {
    for (const key of this.keysByField.get(field) ?? []) {
      const value = record.get(key)
      if (value === undefined) continue
      const texts = typeof value === 'string' ? [value] : value
      const filled = texts.map(toStorable).filter((each) => each !== '')
      if (filled.length > 0) return filled
    }
    return []
  }

  private text(record: SourceRecord, field: ImportField): string | null {
    return this.values(record, field)[0] ?? null
  }

  private list(record: SourceRecord, field: ImportField): string[] {
    const value = this.values(record, field)
    const names = value.length === 1 ? splitTexts(value[0] ?? '') : value
    return names.map((name) => name.trim()).filter((name) => name !== '')
  }

  private date(record: SourceRecord, field: 'createdAt' | 'expiresAt'): Date | null {
    const text = this.text(record, field)
    if (text === null) return null
    const date = parseDate(text, this.format.dateUnitMs)
    if (!date) throw InvalidParams.forField(field, 'must be a date')
    return date
  }

  private count(record: SourceRecord, field: 'clickLimit' | 'redirectType'): number | null {
    const text = this.text(record, field)
    if (text === null) return null
    if (!/^\d{1,15}$/.test(text)) throw InvalidParams.forField(field, 'must be a whole number')
    return Number(text)
  }
}

/** PostgreSQL rejects NUL and lone surrogates. */
function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().trim()
}

function isTrue(text: string | null): boolean {
  return text !== null && !/^(false|0|no|n|off|null|-)$/i.test(text)
}

/** The code and the host of a short address with or without a scheme; a text without a slash or a dot is a code. */
function readAddress(text: string | null): { readonly code: string | null; readonly host: string | null } {
  if (text === null) return { code: null, host: null }
  if (!/[/.]/.test(text)) return { code: text, host: null }
  const url = URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)
  const code = decode(
    url?.pathname
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? '',
  )
  return { code: code === '' ? null : code, host: url?.hostname ?? null }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readHost(text: string | null): string | null {
  if (text === null) return null
  return URL.parse(/^https?:\/\//i.test(text) ? text : `https://${text}`)?.hostname ?? null
}

/** ISO 8601 and the form of databases, which is in UTC without an offset; or a number since 1970. */
function parseDate(text: string, unitMs: number): Date | null {
  if (/^\d{9,14}(\.\d+)?$/.test(text))
    return toDate(Number(text) * (text.length > 11 ? 1 : unitMs === 1 ? 1000 : unitMs))
  const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i.exec(
    text,
  )
  if (!match) return toDate(/[a-z]{3}/i.test(text) ? Date.parse(text) : Number.NaN)
  const [, day = '', time = '00:00:00', offset = 'Z'] = match
  const zone = /^utc$/i.test(offset) ? 'Z' : offset.replace(/^([+-]\d{2})(\d{2})$/, '$1:$2')
  return toDate(Date.parse(`${day}T${time}${zone}`))
}

function toDate(ms: number): Date | null {
  const date = new Date(ms)
  return Number.isNaN(ms) ||
    Number.isNaN(date.getTime()) ||
    date.getUTCFullYear() < 1970 ||
    date.getUTCFullYear() > 9999
    ? null
    : date
}
