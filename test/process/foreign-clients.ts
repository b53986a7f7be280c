import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import http from 'node:http'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

/** Programs of others, which are installed apart. */
const consumers = resolve('test/consumers')

export const areForeignClientsInstalled = existsSync(`${consumers}/node_modules/yourls`)

export const foreignClientsTitle = areForeignClientsInstalled
  ? 'work with the service'
  : 'work with the service: skipped, as they are not installed (npm ci --prefix test/consumers)'

interface Run {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the command line of the MCP inspector. It writes its settings into the folder. */
export function inspect(address: string, key: string, folder: string, parameters: readonly string[]): Promise<Run> {
  const inspector = `${consumers}/node_modules/.bin/mcp-inspector`
  const connection = [address, '--transport', 'http', '--header', `Authorization: Bearer ${key}`]
  const env = { PATH: process.env.PATH, HOME: folder }
  return new Promise((done) => {
    execFile(process.execPath, [inspector, '--cli', ...connection, ...parameters], { env }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    )
  })
}

export type YourlsMethod = 'shorten' | 'vanity' | 'expand' | 'urlstats' | 'dbstats'

interface YourlsClient {
  readonly [method: string]: (...values: unknown[]) => void
}

/** Calls a method of npm's `yourls`, and returns what it gives to its callback. */
export async function callYourls(
  address: string,
  key: string,
  method: YourlsMethod,
  ...values: string[]
): Promise<unknown> {
  const { hostname, port } = new URL(address)
  const Client = createRequire(`${consumers}/`)('yourls') as new (host: string, key: string) => YourlsClient
  const agent = http.globalAgent as http.Agent & { defaultPort: number }
  const { defaultPort } = agent
  // The client has no place for a port.
  agent.defaultPort = Number(port)
  try {
    return await new Promise((done, fail) => {
      const client = new Client(hostname, key)
      client[method]?.(...values, (error: unknown, answer: unknown) => (error ? fail(error) : done(answer)))
    })
  } finally {
    agent.defaultPort = defaultPort
  }
}
