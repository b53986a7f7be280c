import { hash } from 'node:crypto'
import type { ParsedUserAgent } from '../../../platform/http/agents/user-agent.ts'
import { getContinent } from '../../../platform/shared/geography/continents.ts'
import type { GeoLocation } from '../../../platform/shared/geography/places.ts'
import { offsetMs } from '../../../platform/shared/time-zone.ts'
import { type LanguageTag, readAcceptLanguage } from '../../../platform/web/language-tags.ts'
import type { LocalTime, VisitorFacts } from './rule-evaluation.ts'
import type { RuleDevice } from './rule-values.ts'

/** The data of a visit, before it gets the form that rules compare. */
export interface VisitorDetails {
  readonly agent: Pick<ParsedUserAgent, 'device' | 'os'>
  readonly location: Pick<GeoLocation, 'country' | 'region'>
  readonly acceptLanguage: string | undefined
  readonly now: Date
  readonly sample: number
}

const devicesByName = new Map<string, RuleDevice>([
  ['iOS', 'ios'],
  ['Android', 'android'],
  ['Windows', 'windows'],
  ['macOS', 'macos'],
  ['Linux', 'linux'],
  ['Chrome OS', 'chromeos'],
  ['Mobile', 'mobile'],
  ['Tablet', 'tablet'],
  ['Desktop', 'desktop'],
])

/** The facts of a visit. Languages and local times are computed only for rules that look at them. */
export class Visitor implements VisitorFacts {
  constructor(private readonly details: VisitorDetails) {}

  get devices(): ReadonlySet<RuleDevice> {
    return listDevices(this.details.agent)
  }

  get country(): string | null {
    return this.details.location.country
  }

  get region(): string | null {
    return this.details.location.region
  }

  get continent(): string | null {
    const continent = getContinent(this.country)
    return continent === 'Unknown' ? null : continent
  }

  get languages(): readonly LanguageTag[] {
    return readAcceptLanguage(this.details.acceptLanguage)
  }

  get now(): Date {
    return this.details.now
  }

  get sample(): number {
    return this.details.sample
  }

  readonly localTime = (timezone: string): LocalTime => {
    const at = this.now.getTime()
    const local = new Date(at + offsetMs(timezone, at))
    return { day: local.getUTCDay() || 7, minute: local.getUTCHours() * 60 + local.getUTCMinutes() }
  }
}

const deviceSets = new Map<string, ReadonlySet<RuleDevice>>()

/** Devices and systems have fixed names, so few different sets exist. */
function listDevices({ device, os }: VisitorDetails['agent']): ReadonlySet<RuleDevice> {
  const key = `${device} ${os}`
  let devices = deviceSets.get(key)
  if (!devices) {
    devices = new Set([devicesByName.get(device), devicesByName.get(os)].filter((each) => each !== undefined))
    deviceSets.set(key, devices)
  }
  return devices
}

/** A number from 0 up to, but not including, 1 that is the same for a visitor and a link on a day. */
export function sampleVisitor(visitorHash: string, linkId: string): number {
  return Number.parseInt(hash('sha256', visitorHash + linkId, 'hex').slice(0, 12), 16) / 2 ** 48
}
