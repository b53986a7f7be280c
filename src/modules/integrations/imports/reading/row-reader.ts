import { defineIssue, missingValue, notABoolean } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import {
  dateOptions,
  type ImportedLink,
  type ImportedRule,
  type LinkOption,
  type OptionKind,
  readOptions,
} from '../../../publishing/links/index.ts'
import type { ImportCell } from '../import.types.ts'
import { isAbsent } from './absent-values.ts'
import { type LinkStatus, readBoolean, readStatus } from './booleans.ts'
import { geoColumn, mapColumns, maxColumnLength } from './column-mapping.ts'
import type { ImportField, LinkField } from './columns.ts'
import { ambiguousDate, type DateOrder, dateExample, findDateOrder, notADate, readDate } from './dates.ts'
import { readNames } from './names.ts'
import { readRules } from './rules.ts'
import { isAddress, readHost, readShortAddresses, type ShortAddress, trimSlashes } from './short-addresses.ts'
import { MalformedRecord, type SourceRecord, toColumnKey } from './source-record.ts'
import type { SourceFormat } from './sources.ts'
import { findConcern, hasValue } from './unmapped-columns.ts'

/** A value that a row loses, although the row becomes a link. */
export interface RowWarning {
  readonly row: number
  readonly column: string
  readonly message: string
}

/** A row: one link, or one for each of its aliases. */
export interface ReadRow {
  readonly links: readonly ImportedLink[]
  readonly warnings: readonly RowWarning[]
}

export interface RowReaderOptions {
  readonly format: SourceFormat
  /** Null until it is known, and when the file does not tell it. */
  readonly dateOrder: DateOrder | null
}

const dateFields = ['createdAt', ...dateOptions] as const

const passwordInFile = defineIssue('PASSWORD_IN_FILE', 'cannot be imported: no export has it')
const notANumber = defineIssue('NOT_A_NUMBER', 'must be a whole number')

/** Up to this number, field names of JSON objects are remembered that the first object lacks. */
const maxOtherKeys = 1_000

/** Reads the links of a file from its records. */
export class RowReader {
  private readonly keysByField: ReadonlyMap<LinkField, readonly string[]>
  private readonly hasSlugColumn: boolean
  private readonly mappedFields: ReadonlySet<ImportField>
  /** The columns that are not imported, with the reason why they may be missed. */
  private readonly concerns: Map<string, { readonly column: string; readonly message: string | null }>
  private readonly format: SourceFormat
  private readonly dateOrder: DateOrder | null

  constructor(columns: readonly string[], { format, dateOrder }: RowReaderOptions) {
    this.format = format
    this.dateOrder = dateOrder
    const mapping = mapColumns(columns, format)
    const keys = new Set(columns.map(toColumnKey))
    const keysOf = (field: LinkField) => {
      const mapped = new Set(mapping.filter((each) => each.field === field).map(({ column }) => toColumnKey(column)))
      // Objects of JSON may have fields that the first one lacks.
      return (format.columns.get(field) ?? []).filter((key) => mapped.has(key) || !keys.has(key))
    }
    this.keysByField = new Map([...format.columns.keys()].map((field) => [field, keysOf(field)]))
    this.mappedFields = new Set(mapping.flatMap(({ field }) => field ?? []))
    this.hasSlugColumn = this.mappedFields.has('slug')
    this.concerns = new Map(mapping.map(({ column, warning }) => [toColumnKey(column), { column, message: warning }]))
  }

  /**
   * Throws `InvalidParams` for a row without a destination, and for a value that has no meaning in its field. A date of creation
   * that cannot be read is a warning.
   */
  read(record: SourceRecord, row: number): ReadRow {
    if (record instanceof MalformedRecord) throw InvalidParams.forField('row', record.issue)
    const warnings: RowWarning[] = []
    const warn = (column: string, message: string) => warnings.push({ row, column, message })
    const text = (field: LinkField) => this.text(record, field)
    const boolean = (field: LinkField) => this.boolean(record, field)
    const destination = text('longUrl')
    if (destination === null) throw InvalidParams.forField('longUrl', missingValue())
    const password = text('password')
    if (password !== null && hasValue(password)) throw InvalidParams.forField('password', passwordInFile())
    const status = this.status(record, warn)
    const isArchived = status === 'archived' || boolean('archived') === true
    this.warnOfConcerns(record, warn)
    const link = {
      row,
      destination,
      title: text('title'),
      tags: [...this.names(record, 'tags'), ...(isArchived ? ['archived'] : [])],
      folder: text('folder'),
      createdAt: this.createdAt(record, warn),
      importedClicks: this.clicks(record, 'clicks', warn) + this.clicks(record, 'importedClicks', warn),
      isActive: (boolean('isActive') ?? true) && boolean('disabled') !== true && status !== 'off',
      ...readOptions((name, kind) => this.option(record, name, kind)),
      forwardQuery: boolean('forwardQuery') ?? boolean('skipQuery') !== true,
      rules: this.rules(record),
    }
    const host = readHost(text('domain'))
    const isCustom = text('slug') !== null || !this.hasSlugColumn
    const links = this.aliases(record).map((alias, part) => ({
      ...link,
      part,
      isCustom,
      slug: alias.code,
      host: host ?? alias.host,
    }))
    return { links, warnings }
  }

  /** What a row has in imported columns. Empty for a long one. */
  readCells(record: SourceRecord): readonly ImportCell[] {
    const cells = [...record].flatMap(([column, value]): ImportCell[] => {
      const field = this.fieldOf(column)
      return field && field !== 'password' ? [{ column, field, value: [value].flat().map(toStorable).join() }] : []
    })
    return cells.reduce((sum, { value }) => sum + value.length, 0) > maxCellsLength ? [] : cells
  }

  /** Whether a row has a date whose day and month cannot be told apart by itself. */
  hasAmbiguousDate(record: SourceRecord): boolean {
    return dateFields.some((field) => this.date(record, field) === 'ambiguous')
  }

  /** The order of day and month that the dates of a row reveal for its file. */
  dateOrders(record: SourceRecord): DateOrder[] {
    return dateFields.flatMap((field) => findDateOrder(this.text(record, field) ?? '') ?? [])
  }

  /** The aliases of a row. A row without an alias gives one without a code. */
  private aliases(record: SourceRecord): readonly ShortAddress[] {
    const slug = this.text(record, 'slug')
    const options = { lastPartOnly: this.format.isInFolder }
    const addresses = readShortAddresses(slug && isAddress(slug) ? [slug] : this.values(record, 'shortUrl'), options)
    const [first = { code: null, host: null }] = addresses
    if (slug !== null && !isAddress(slug)) return [{ code: trimSlashes(slug), host: first.host }]
    return addresses.length > 0 ? addresses : [first]
  }

  private rules(record: SourceRecord): ImportedRule[] {
    const text = (field: LinkField) => this.text(record, field)
    return readRules({
      rules: text('rules'),
      iosUrl: text('iosUrl'),
      androidUrl: text('androidUrl'),
      geoUrls: text('geoUrls'),
      geoColumns: [...record].flatMap(([key, value]) =>
        geoColumn.test(key) ? [[key.slice(3).toUpperCase(), String(value)] as const] : [],
      ),
      variants: text('variants'),
      splitUrl: text('splitUrl'),
      splitPercent: text('splitPercent'),
    })
  }

  private status(record: SourceRecord, warn: (column: string, message: string) => void): LinkStatus | null {
    const status = readStatus(this.text(record, 'status') ?? '')
    if (status === undefined) warn('status', 'The word is not known. The link is imported as an active one.')
    return status ?? null
  }

  private createdAt(record: SourceRecord, warn: (column: string, message: string) => void): Date | null {
    const date = this.date(record, 'createdAt')
    if (typeof date !== 'string') return date
    const issue = date === 'ambiguous' ? 'can be read as day/month and as month/day' : 'could not be read'
    warn(
      'createdAt',
      `The date ${issue}. The link has the date of the import. Write dates as ISO 8601, ${dateExample}.`,
    )
    return null
  }

  /** An option as the file has it; null where the file has none. */
  private option(record: SourceRecord, name: LinkOption, kind: OptionKind): Date | number | boolean | string | null {
    switch (kind) {
      case 'date':
        return this.bound(record, name)
      case 'boolean':
        return this.boolean(record, name)
      case 'number':
      case 'choice':
        return this.count(record, name)
      default:
        return this.text(record, name)
    }
  }

  /** A link must not be open too early or too long because a date was not understood. */
  private bound(record: SourceRecord, field: LinkOption): Date | null {
    const date = this.date(record, field)
    if (date === 'ambiguous') throw InvalidParams.forField(field, ambiguousDate())
    if (date === 'unreadable') throw InvalidParams.forField(field, notADate())
    return date
  }

  private date(record: SourceRecord, field: LinkField): ReturnType<typeof readDate> {
    const { dateOrder: order, format } = this
    const text = this.text(record, field)
    return text === null ? null : readDate(text, { unitMs: format.dateUnitMs, order })
  }

  private warnOfConcerns(record: SourceRecord, warn: (column: string, message: string) => void): void {
    for (const [key, value] of record) {
      let concern = this.concerns.get(key)
      if (!concern && this.concerns.size < maxOtherKeys) {
        const message = this.isKnown(key) ? null : findConcern(key, this.mappedFields)
        concern = { column: key.slice(0, maxColumnLength), message }
        this.concerns.set(key, concern)
      }
      if (concern?.message && hasValue(value)) warn(concern.column, concern.message)
    }
  }

  /** Whether a name that the first object lacks has a field. */
  private isKnown(key: string): boolean {
    return this.fieldOf(key) !== undefined
  }

  private fieldOf(key: string): LinkField | undefined {
    if (geoColumn.test(key)) return 'geoUrls'
    return [...this.keysByField].find(([, keys]) => keys.includes(key))?.[0]
  }

  private values(record: SourceRecord, field: LinkField): readonly string[] {
    for (const key of this.keysByField.get(field) ?? []) {
      const value = record.get(key)
      if (value === undefined) continue
      const texts = typeof value === 'string' ? [value] : value
      const filled = texts.map(toStorable).filter((each) => each !== '')
      if (filled.length > 0) return filled
    }
    return []
  }

  private text(record: SourceRecord, field: LinkField): string | null {
    return this.values(record, field)[0] ?? null
  }

  private names(record: SourceRecord, field: LinkField): string[] {
    const value = this.values(record, field)
    return value.length === 1 ? readNames(value[0] ?? '') : [...value]
  }

  private boolean(record: SourceRecord, field: LinkField): boolean | null {
    const text = this.text(record, field)
    const value = text === null ? null : readBoolean(text)
    if (value === undefined) throw InvalidParams.forField(field, notABoolean())
    return value
  }

  /** A wrong total is no reason to reject the link. */
  private clicks(
    record: SourceRecord,
    field: 'clicks' | 'importedClicks',
    warn: (column: string, message: string) => void,
  ): number {
    const text = (this.text(record, field) ?? '').replace(/[\s,'’](?=\d{3}(?!\d))/g, '')
    if (isAbsent(text)) return 0
    if (/^\d{1,12}(\.0{1,3})?$/.test(text)) return Number(text)
    warn(field, 'The number of clicks could not be read. The link is imported without it.')
    return 0
  }

  private count(record: SourceRecord, field: LinkOption): number | null {
    const text = this.text(record, field)
    if (text === null || isAbsent(text)) return null
    // Spreadsheets and data frames write 100.0.
    if (text.length > 20 || !/^\d{1,15}(\.0{1,3})?$/.test(text)) throw InvalidParams.forField(field, notANumber())
    return Number(text)
  }
}

const maxCellsLength = 8_000

/** PostgreSQL rejects NUL and lone surrogates. */
function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed().trim()
}
