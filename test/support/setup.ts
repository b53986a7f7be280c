import 'reflect-metadata'
import { beforeEach, inject } from 'vitest'
// Loads types in the order of the service: emitted files have the order in which types were loaded.
import '../../src/modules.ts'
import { useCheapHashes } from './cheap-hash.ts'
import { recordCost } from './cost.ts'

recordCost()
useCheapHashes()

// A file that a server runs for its races alone: what has one request at a time is the same on the embedded database.
beforeEach(({ task, skip }) => {
  if (inject('onlyRacesOf')?.includes(task.file.name) && !task.tags?.includes('race')) skip()
})

/** Version 9 of pg refuses a statement that is sent to a connection beside another one. Thrown here, it fails the run. */
function refuseStatementBesideAnother(warning: Error): void {
  if (/already executing a query/.test(warning.message)) throw warning
}

// This file runs before each test file of a worker.
if (!process.listeners('warning').some(({ name }) => name === refuseStatementBesideAnother.name))
  process.on('warning', refuseStatementBesideAnother)
