import type { Module, ModuleDefinition, Platform } from '../server/module.ts'
import { ApiKey } from './api.key.ts'
import { KeyDigests } from './digests.ts'
import { KeyReader } from './reader.ts'
import { ApiKeyResolver } from './resolver.ts'
import { ApiKeys } from './service.ts'
import { KeyUses } from './uses.ts'

/** API keys: created, listed, revoked, and read as credentials. */
export const apiKeysModule = {
  entities: [ApiKey],
  resolvers: [ApiKeyResolver],
  create({ orm, clock, log, keyring, ...platform }: Platform): Module {
    const digests = new KeyDigests(keyring.ring('api-key').map(({ key }) => key))
    const uses = new KeyUses(orm, log)
    platform.addCredentialReader(new KeyReader(orm, clock, digests, uses))
    return { resolvers: [new ApiKeyResolver(new ApiKeys(digests))], stop: () => uses.close() }
  },
} satisfies ModuleDefinition
