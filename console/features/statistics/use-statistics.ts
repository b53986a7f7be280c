import { useEffect, useMemo, useRef, useState } from 'react'
import { useQuery, useSubscription } from 'urql'
import { useSearchParams } from 'wouter'
import { usePreferences } from '../../app/preferences.ts'
import type { ClickOfFeedFragment } from '../../graph/types.ts'
import { browserZone } from '../../texts/zones.ts'
import { addClicks } from './add-clicks.ts'
import { type Figures, matchesFilters } from './breakdowns.ts'
import { isZone } from './periods.ts'
import { LinkStatistics, LiveClicks, WorkspaceStatistics } from './statistics.graphql.ts'
import { endsNow, readState, type StatisticsState, toVariables, writeState } from './statistics-state.ts'

/** The time zone until another one is chosen: the one of the account, or of the browser. */
export function useUsualZone(): string {
  const { timezone } = usePreferences()
  return isZone(timezone) ? timezone : browserZone
}

/** What the address says, and a function that changes some of it. */
export function useStatisticsState(): [StatisticsState, (changes: Partial<StatisticsState>) => void] {
  const [params, setParams] = useSearchParams()
  const text = params.toString()
  const zone = useUsualZone()
  const state = useMemo(() => readState(new URLSearchParams(text), zone), [text, zone])
  return [state, (changes) => setParams((previous) => writeState(previous, changes, zone))]
}

export interface Answer {
  readonly now: Figures
  readonly before: Figures | null
  /** What was asked for. */
  readonly state: StatisticsState
  readonly receivedMs: number
}

/**
 * The figures of the workspace, or of one link, and the figures of the period before. The former ones stay until new ones are
 * here.
 */
export function useFigures(state: StatisticsState, now: Date, urlId: string | null) {
  const variables = useMemo(() => toVariables(state, now), [state, now])
  const isWorkspace = urlId === null
  const requestPolicy = 'cache-and-network'
  const [workspace, askWorkspace] = useQuery({
    query: WorkspaceStatistics,
    variables,
    pause: !isWorkspace,
    requestPolicy,
  })
  const [link, askLink] = useQuery({
    query: LinkStatistics,
    variables: { ...variables, urlId: urlId ?? '' },
    pause: isWorkspace,
    requestPolicy,
  })
  const { data, error, fetching, stale } = isWorkspace ? workspace : link
  const last = useRef<Answer | null>(null)
  if (data?.now && !fetching && last.current?.now !== data.now)
    last.current = { now: data.now, before: data.before ?? null, state, receivedMs: Date.now() }
  const again = () => (isWorkspace ? askWorkspace : askLink)({ requestPolicy: 'network-only' })
  return { answer: last.current, error, isOld: fetching || stale, again }
}

/** The present is rounded to this step, so that a screen that is opened again finds its answer in the cache. */
const stepMs = 300_000

function roundedNow(): number {
  return Math.ceil(Date.now() / stepMs) * stepMs
}

/** The present, which moves while somebody looks at the screen. */
export function useNow(): Date {
  const [ms, setMs] = useState(roundedNow)
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && setMs(roundedNow()), stepMs)
    return () => clearInterval(timer)
  }, [])
  return useMemo(() => new Date(ms), [ms])
}

export type LiveClick = ClickOfFeedFragment & { readonly receivedMs: number }

/** The feed is about this much later than the click. */
const feedDelayMs = 1000
const maxKept = 500
const noClicks: readonly LiveClick[] = []

/** The clicks since the screen was opened that have what the filters ask for, the newest first. */
export function useLiveClicks(state: StatisticsState, urlId: string | null) {
  const [clicks, setClicks] = useState<readonly LiveClick[]>([])
  useSubscription({ query: LiveClicks, variables: { urlId } }, (_, data) => {
    setClicks((present) => [{ ...data.clickRecorded, receivedMs: Date.now() }, ...present].slice(0, maxKept))
    return data
  })
  return useMemo(() => {
    const matching = clicks.filter((click) => matchesFilters(click, state.filters))
    return matching.length > 0 && endsNow(state, new Date()) ? matching : noClicks
  }, [clicks, state])
}

/** The answer with the clicks that have come after it. */
export function useLiveFigures(answer: Answer | null, clicks: readonly LiveClick[]): Figures | null {
  return useMemo(() => {
    if (!answer) return null
    const later = clicks.filter(({ receivedMs }) => receivedMs - feedDelayMs > answer.receivedMs)
    return addClicks(answer.now, later.toReversed())
  }, [answer, clicks])
}
