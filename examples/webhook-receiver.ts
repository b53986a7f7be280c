import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { readToken, tackUrl } from './settings.ts'

/**
 * Receives events of links. It registers its own address, checks the signature of each delivery, and prints the events
 * until Ctrl-C. On your machine, start Tack with OUTWARD_NETWORKS=any.
 */

const port = Number(process.env.PORT ?? 4000)
const headers = { authorization: `Bearer ${readToken()}`, 'content-type': 'application/json' }

/** The ids of deliveries that were handled: each event arrives at least once. */
const handled = new Set<string>()

const registration = await fetch(`${tackUrl}/v1/webhooks`, {
  method: 'POST',
  headers,
  body: JSON.stringify({ name: 'Example', url: `http://localhost:${port}/`, events: ['link.created', 'link.clicked'] }),
})
if (!registration.ok) throw new Error(await registration.text())
const { id, secret } = (await registration.json()) as { id: string; secret: string }
const webhook = new Webhook(secret)

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  const received = request.headers as Record<string, string>
  try {
    const event = webhook.verify(body, received) as { type: string; data: unknown }
    const isNew = !handled.has(`${received['webhook-id']}`)
    handled.add(`${received['webhook-id']}`)
    if (isNew) console.log(event.type, JSON.stringify(event.data))
    response.writeHead(204).end()
  } catch {
    response.writeHead(400).end()
  }
})
server.listen(port, () => console.log(`Webhook ${id} listens on port ${port}`))

process.once('SIGINT', async () => {
  await fetch(`${tackUrl}/v1/webhooks/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${readToken()}` } })
  server.close()
  server.closeAllConnections()
})
