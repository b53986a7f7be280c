import type { Module, ModuleDefinition, Platform } from '../server/module.ts'
import { CommandCenterResolver } from './resolver.ts'
import { CommandCenters } from './service.ts'

/** The command center: how the caller's background work stands. */
export const commandCenterModule = {
  entities: [],
  resolvers: [CommandCenterResolver],
  create({ quota }: Platform): Module {
    return { resolvers: [new CommandCenterResolver(new CommandCenters(quota))] }
  },
} satisfies ModuleDefinition
