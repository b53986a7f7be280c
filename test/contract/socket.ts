import { vi } from 'vitest'
import type { TestApp } from '../support/app.ts'
import type { GraphAnswer, GraphError } from '../support/graph.ts'
import { type LiveOptions, liveClient } from '../support/live.ts'
import type { Inputs } from './acts.ts'

export interface SubscriptionResult {
  readonly data: GraphAnswer['data']
  readonly error: GraphError | undefined
}

/** Subscribes, and causes events until the first event or error arrives. */
export async function overSocket(
  test: TestApp,
  document: string,
  inputs: Inputs,
  via: LiveOptions,
): Promise<SubscriptionResult> {
  const client = await liveClient(test.app.server, via)
  const refused = await client.connected.then(
    () => null,
    async () => client.closed,
  )
  if (refused) return { data: null, error: wordsOf(refused.reason) }
  const subscription = client.subscribe(document, inputs)
  const result = await vi.waitFor(
    async () => {
      const [event] = subscription.events
      if (!event && !subscription.errors) {
        await happen(test, inputs)
        throw new Error('No event arrived.')
      }
      return { data: event?.data, error: subscription.errors?.[0] ?? (event?.errors?.[0] as GraphError | undefined) }
    },
    { timeout: 30_000, interval: 200 },
  )
  await client.close()
  return result
}

/** The error in the reason of close code 4403, which corresponds to a 401. */
function wordsOf(reason: string): GraphError {
  const [code = '', message = ''] = reason.split(': ')
  return { message, extensions: { code, resolution: '', http: { status: 401 }, requestId: '' } }
}

/** A click on the link and progress of the import, if there is one, and an activity of each account. */
async function happen({ sql }: TestApp, { urlId, id }: Inputs): Promise<void> {
  await sql('update link_import set processed = processed where id = ?', [String(id)])
  await sql(
    `insert into click (id, url_id, created_at, trigger, is_bot)
     select 'clk_' || gen_random_uuid(), id, now(), 'link', false from link where id = ?`,
    [String(urlId)],
  )
  await sql(
    `insert into activity (id, workspace_id, type, actor, subject_type, subject_id, summary, severity, source, created_at)
     select 'act_' || gen_random_uuid(), id, 'api_key.created', 'system', 'api_key', 'key_1', 'Done.', 'info', 'lifecycle', now()
       from workspace`,
  )
}
