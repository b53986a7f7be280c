import { defineIssue } from '../../../../platform/shared/field-issue.ts'
import { InvalidParams } from '../../../../platform/shared/general.errors.ts'
import { findCountryCode } from '../../../../platform/shared/geography/places.ts'
import type { PastClick } from '../../../visits/clicks/index.ts'
import { isAbsent } from './absent-values.ts'
import { readBoolean } from './booleans.ts'
import { type ClickField, clickColumns } from './click-columns.ts'
import { notADate, readDate } from './dates.ts'
import { readShortAddress } from './short-addresses.ts'
import { MalformedRecord, type SourceRecord } from './source-record.ts'
import type { ImportSource } from './sources.ts'

const hostAlone = defineIssue('HOST_ALONE', 'is the address of a host alone')

/** What Shlink serves below a short address. */
const shlinkPathEndings = /\/(?:track|qr-code)$/

/** Reads the clicks of a file from its records. The caller passes each record once, in the order of the file. */
export class ClickReader {
  /** How often the same click was in the file. Other services record times in seconds. */
  private readonly counts = new Map<string, number>()

  constructor(private readonly source: ImportSource) {}

  /** Throws `InvalidParams` for a row without a time, and for a value that has no meaning in its field. */
  read(record: SourceRecord, row: number): PastClick {
    if (record instanceof MalformedRecord) throw InvalidParams.forField('row', record.issue)
    const at = this.readTime(record)
    const { code, host } = this.readAddress(record)
    const userAgent = readText(record, 'userAgent')
    const referrer = withScheme(readText(record, 'referrer'))
    const countryText = readText(record, 'country')
    const country = countryText === null ? null : findCountryCode(countryText)
    const city = readText(record, 'city')
    const isBot = readBoolean(readText(record, 'isBot') ?? '') ?? null
    // These values are the same in a table and in the answer of an API.
    const facts = [this.source, readText(record, 'clickId'), at.toISOString(), userAgent, referrer, country, city]
    const number = this.countSame(JSON.stringify([host, code, ...facts]))
    const identity = JSON.stringify([...facts, number])
    return { row, host, code, at, userAgent, referrer, country, city, isBot, identity }
  }

  private readTime(record: SourceRecord): Date {
    const at = readDate(readText(record, 'clickedAt') ?? '', { unitMs: 1000, order: null })
    if (at === null || typeof at === 'string') throw InvalidParams.forField('clickedAt', notADate())
    return at
  }

  private readAddress(record: SourceRecord): { readonly code: string | null; readonly host: string | null } {
    const text = readText(record, 'visitedUrl')
    if (text === null) return { code: null, host: null }
    const { code, host } = readShortAddress(text, this.source === 'yourls')
    if (code === null) throw InvalidParams.forField('visitedUrl', hostAlone())
    return { code: this.source === 'shlink' ? code.replace(shlinkPathEndings, '') : code, host }
  }

  private countSame(key: string): number {
    const number = this.counts.get(key) ?? 0
    this.counts.set(key, number + 1)
    return number
  }
}

/** Some products write only the host. */
function withScheme(referrer: string | null): string | null {
  return referrer?.includes('.') && !referrer.includes(':') ? `https://${referrer}` : referrer
}

function readText(record: SourceRecord, field: ClickField): string | null {
  for (const key of clickColumns.get(field) ?? []) {
    const value = record.get(key)
    const text = (typeof value === 'string' ? value : (value?.[0] ?? '')).replaceAll('\0', '').toWellFormed().trim()
    if (text !== '' && !isAbsent(text)) return text
  }
  return null
}
