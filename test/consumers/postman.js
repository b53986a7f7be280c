// Sends the requests of the OpenAPI document as Postman would, to a service of its own. Every request that needs no
// object of an earlier one must answer 2xx.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import newman from 'newman'
import postman from 'openapi-to-postmanv2'

/** Operations that name something that only a test has, such as a page to read or a domain, or that end the session of the others. */
const needFixture = new Set([
  ...['login', 'changePassword', 'logout', 'resetPassword', 'verifyEmail', 'cancelEmailChange'],
  ...['requestAccountDeletion', 'requestEmailChange'],
  ...['completeLogin', 'proveIdentity', 'confirmAuthenticatorApp', 'removeAuthenticatorApp', 'renewRecoveryCodes'],
  ...['reportAbuse', 'createWebhook', 'createQrLogo', 'unfurl', 'allowedDomain', 'createSharedStatsPage'],
  ...['updateUrls', 'deleteUrls', 'createImport', 'accountArchive', 'urlByAddress'],
])

/** They have made-up values too. */
const optionalHeaders = new Set(['Idempotency-Key', 'X-Workspace-Id'])

const root = new URL('../../', import.meta.url).pathname
const port = await freePort()
const service = spawn(`${root}node_modules/.bin/node`, ['build.ts', 'main'], {
  cwd: root,
  env: { PATH: process.env.PATH, PORT: String(port), DATABASE_URL: 'memory://', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  const failures = await run(`http://localhost:${port}`)
  for (const failure of failures) console.error(failure)
  process.exitCode = failures.length > 0 ? 1 : 0
} finally {
  service.kill('SIGTERM')
  await once(service, 'close')
}

async function run(base) {
  await untilReady(base)
  const openapi = await (await fetch(`${base}/v1/openapi.json`)).json()
  const resolve = ({ $ref } = {}) => $ref && openapi.components.responses[$ref.split('/').pop()]
  const isAdmin = ({ responses }) => resolve(responses[403])?.description.includes('`FORBIDDEN`')
  const operations = Object.entries(openapi.paths).flatMap(([path, item]) =>
    path.includes('{')
      ? []
      : Object.values(item).filter((each) => !isAdmin(each) && !needFixture.has(each.operationId)),
  )
  const names = operations.map(({ summary }) => summary)
  const required = new Set(
    operations.flatMap(({ parameters = [] }) => parameters.filter((each) => each.required).map((each) => each.name)),
  )
  const collection = await toCollection(openapi)
  const token = await register(base)
  const requests = itemsOf(collection).filter(({ name }) => names.includes(name))
  if (requests.length < names.length) throw new Error(`Postman has ${requests.length} of ${names.length} requests.`)
  for (const { request } of requests) {
    // Optional parameters have made-up values, such as a day in the future and one of the past.
    request.url.query = request.url.query.filter(({ key }) => required.has(key))
    request.header = request.header.filter(({ key }) => !optionalHeaders.has(key))
    request.auth = { type: 'bearer', bearer: [{ key: 'token', value: token }] }
  }
  const variable = [{ key: 'baseUrl', value: `${base}/v1` }]
  const summary = await runCollection({ ...collection, item: requests, variable })
  console.log(`${requests.length} requests of Postman`)
  return summary.run.executions.flatMap(({ item, response, requestError }) =>
    response?.code >= 200 && response.code < 300
      ? []
      : [`${item.name}: ${requestError ?? `${response.code} ${response.text()}`}`],
  )
}

function toCollection(openapi) {
  const input = { type: 'json', data: openapi }
  const options = { folderStrategy: 'Tags', parametersResolution: 'Example', requestParametersResolution: 'Example' }
  return new Promise((resolve, reject) =>
    postman.convertV2(input, options, (error, result) =>
      result?.result ? resolve(result.output[0].data) : reject(error ?? new Error(result.reason)),
    ),
  )
}

function itemsOf({ item = [], request, ...rest }) {
  return request ? [{ request, ...rest }] : item.flatMap(itemsOf)
}

function runCollection(collection) {
  return new Promise((resolve, reject) =>
    newman.run({ collection }, (error, summary) => (error ? reject(error) : resolve(summary))),
  )
}

async function register(base) {
  const body = { name: 'Ada', email: 'newman@example.com', password: 'correct horse battery' }
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${base}/v1/auth/register`, { method: 'POST', headers, body: JSON.stringify(body) })
  return (await response.json()).token
}

async function untilReady(base) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const isReady = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The service did not start within a minute.')
}

async function freePort() {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address()
  server.close()
  return port
}
