import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { NetworkRateLimiter } from '../../rate-limiting/network-rate-limiter.ts'
import { HashedFiles } from '../hashed-files.ts'

interface Assets {
  /** File names by plain name, such as `graphiql.js`. */
  readonly manifest: Readonly<Record<string, string>>
  readonly files: HashedFiles
}

/** Serves the scripts and styles of the developer pages under /assets. */
export class DeveloperAssets {
  private assets: Assets | undefined

  /** `rateLimiter` limits the files, and the pages that load them. */
  constructor(
    server: FastifyInstance,
    readonly rateLimiter: NetworkRateLimiter,
  ) {
    const routeOptions = { config: { rateLimit: [rateLimiter] }, logLevel: 'warn' } as const
    server.get<{ Params: { name: string } }>('/assets/:name', routeOptions, async (request, reply) => {
      const { files } = await this.readAssets()
      return files.send(request, reply, request.params.name)
    })
  }

  /** The paths of all files by plain name, such as `graphiql.js`. */
  async paths(): Promise<ReadonlyMap<string, string>> {
    const { manifest } = await this.readAssets()
    return new Map(Object.entries(manifest).map(([name, fileName]) => [name, `/assets/${fileName}`]))
  }

  /** Throws when the service was never compiled. */
  private async readAssets(): Promise<Assets> {
    if (this.assets) return this.assets
    // The name is declared under `imports` in package.json, so it is found from src and from dist.
    const file = createRequire(import.meta.url).resolve('#assets/manifest.json')
    const manifest: Assets['manifest'] = JSON.parse(await readFile(file, 'utf8'))
    this.assets = { manifest, files: new HashedFiles(dirname(file), new Set(Object.values(manifest))) }
    return this.assets
  }
}
