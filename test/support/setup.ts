import 'reflect-metadata'
// Loads types in the order of the service: emitted files have the order in which types were loaded.
import '../../src/modules.ts'
import { useCheapHashes } from './cheap-hash.ts'
import { recordCost } from './cost.ts'

recordCost()
useCheapHashes()

/** Version 9 of pg refuses a statement that is sent to a connection beside another one. Thrown here, it fails the run. */
function refuseStatementBesideAnother(warning: Error): void {
  if (/already executing a query/.test(warning.message)) throw warning
}

// This file runs before each test file of a worker.
if (!process.listeners('warning').some(({ name }) => name === refuseStatementBesideAnother.name))
  process.on('warning', refuseStatementBesideAnother)
