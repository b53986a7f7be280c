import { dayWave, generateClicks, type History } from './histories.ts'
import type { Random } from './random.ts'

/** What the clicks of a young link depend on. `work`: few clicks at weekends. `leisure`: more. `zones`: two time zones. */
export const youngProfiles = ['steady', 'days', 'work', 'leisure', 'launch', 'growing', 'zones'] as const
export type YoungProfile = (typeof youngProfiles)[number]

const lengthHours = 22 * 24

/** Generates the first three weeks of a link, which begins at any hour of a week, with 2 to 3,000 clicks per hour. */
export function generateYoungHistory(random: Random, profile: YoungProfile): History {
  const clockChange = random.next() < 0.3 ? random.whole(48, lengthHours) : Number.POSITIVE_INFINITY
  const rate = createRate(random, profile, clockChange)
  const rates = Array.from({ length: lengthHours }, (_, hour) => rate(hour))
  const unevenness = random.next() < 0.5 ? ([0, 0.1] as const) : ([0, 0.3] as const)
  const crawlersAtLaunch = random.scaled(1, 60)
  const history = generateClicks(random, rates, { unevenness, crawlersAtLaunch, firstInjection: 6 })
  const firstClick = history.hours.findIndex(({ clicks, robots }) => clicks + robots > 0)
  return { ...history, evaluateFrom: firstClick, startsAt: random.whole(0, 23), clockChange }
}

function createRate(random: Random, profile: YoungProfile, clockChange: number): (hour: number) => number {
  const mean = random.scaled(2, 3000)
  const depth = profile === 'steady' ? random.between(0, 0.3) : random.between(0.2, 0.98)
  const [sharpness, startsAt, clockShift] = [random.between(1, 2.5), random.whole(0, 167), random.next() < 0.5 ? 1 : -1]
  const otherZone = { hours: random.whole(0, 23), share: profile === 'zones' ? random.between(0.2, 0.5) : 0 }
  const saturday = weekendRate(random, profile)
  const sunday = saturday * random.between(0.6, 1.2)
  const [growth, growsUntil] = [dailyGrowth(random, profile), 24 * random.whole(5, 20)]
  const launch = {
    size: profile === 'launch' ? random.scaled(2, 30) : random.between(0, 1),
    decay: random.scaled(4, 40),
  }
  const luck = Array.from({ length: lengthHours / 24 }, () => random.gamma(random.next() < 0.5 ? 0.1 : 0.05))
  return (hour) => {
    const local = hour + startsAt + (hour >= clockChange ? clockShift : 0)
    const ofWeek = [1, 1, 1, 1, 1, saturday, sunday][Math.floor(local / 24) % 7] ?? 1
    const here = (1 - otherZone.share) * dayWave(local, sharpness)
    const wave = here + otherZone.share * dayWave(local + otherZone.hours, sharpness)
    const course =
      Math.exp((growth * Math.min(hour, growsUntil)) / 24) * (1 + launch.size * Math.exp(-hour / launch.decay))
    return mean * (1 - depth + 2 * depth * wave) * ofWeek * course * (luck[Math.floor(hour / 24)] ?? 1)
  }
}

function weekendRate(random: Random, profile: YoungProfile): number {
  if (profile === 'work') return random.scaled(0.03, 0.3)
  if (profile === 'leisure') return random.between(1.3, 2.5)
  return profile === 'steady' || profile === 'days' ? 1 : random.between(0.3, 1.3)
}

function dailyGrowth(random: Random, profile: YoungProfile): number {
  if (profile === 'growing') return random.between(0, 0.2)
  return profile === 'launch' ? random.between(-0.05, 0.1) : random.between(-0.01, 0.01)
}
