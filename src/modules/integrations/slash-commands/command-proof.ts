import { createHmac } from 'node:crypto'
import type { Settings } from '../../../config.ts'
import { areSecretsEqual, digestSecret } from '../../../platform/shared/secret-digest.ts'
import { minuteMs } from '../../../platform/shared/time.ts'

/** What a request has, for the proof that it comes from a chat. */
export interface CommandRequest {
  /** The exact bytes, which Slack signs. */
  readonly body: Buffer
  readonly form: ReadonlyMap<string, string>
  readonly header: (name: string) => string | undefined
}

/** A request of a chat. Of the same invocation of the command, `idempotencyKey` is the same. */
export interface ProvedCommand {
  readonly apiKey: string
  readonly apiKeySetting: string
  readonly idempotencyKey: string | undefined
}

/** Between the clock of Slack and ours, and until an answer is of no use any more (Slack asks for five minutes). */
const maxAgeMs = 5 * minuteMs

/** Says which chat sends the request, or why that is not proved. */
export function proveCommand(
  { slack, mattermost }: Settings['slashCommands'],
  request: CommandRequest,
  now: Date,
): ProvedCommand | { readonly problem: string } {
  const signature = request.header('x-slack-signature')
  if (slack && signature !== undefined) {
    const problem = findSignatureProblem(slack.secret, signature, request, now)
    if (problem !== undefined) return { problem }
    return { apiKey: slack.apiKey, apiKeySetting: 'SLACK_API_KEY', idempotencyKey: `slack ${signature}` }
  }
  const token = request.form.get('token')
  if (mattermost && token !== undefined) {
    // By digests, which have the same length.
    const [given, own] = [token, mattermost.secret].map((each) => Buffer.from(digestSecret(each)))
    if (!given || !own || !areSecretsEqual(given, own)) return { problem: 'The token is not MATTERMOST_TOKEN.' }
    // Mattermost names each invocation, so that a request that a proxy sends twice makes one link.
    const trigger = request.form.get('trigger_id')
    const idempotencyKey = trigger === undefined ? undefined : `mattermost ${digestSecret(trigger)}`
    return { apiKey: mattermost.apiKey, apiKeySetting: 'MATTERMOST_API_KEY', idempotencyKey }
  }
  return { problem: 'The request has no signature of Slack and no token of Mattermost that the service knows.' }
}

/** Slack signs the version, the time and the body, each in one text (https://api.slack.com/authentication/verifying-requests-from-slack). */
function findSignatureProblem(
  secret: string,
  signature: string,
  { body, header }: CommandRequest,
  now: Date,
): string | undefined {
  const timestamp = header('x-slack-request-timestamp') ?? ''
  const isTime = /^\d{1,12}$/.test(timestamp)
  if (!isTime || Math.abs(now.getTime() - Number(timestamp) * 1000) > maxAgeMs)
    return 'The request is not of the last five minutes. Look at the clock of the server.'
  const expected = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')
  const isEqual = areSecretsEqual(Buffer.from(signature), Buffer.from(`v0=${expected}`))
  return isEqual ? undefined : 'The signature does not match SLACK_SIGNING_SECRET.'
}
