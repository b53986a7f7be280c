/**
 * How often something that depends on chance or on the moment is tried: a few times in each run, often in
 * `npm run test:nightly`.
 */
export function trials(count: number, nightly: number): number {
  return process.env.NIGHTLY ? nightly : count
}
