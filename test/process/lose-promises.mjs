import { EventEmitter } from 'node:events'

// Loaded before the service: after SIGUSR2 a promise is rejected that nobody awaits, like the one of a fault. After the
// second one the connection of the embedded database is taken and never returned.
let pool
const { emit } = EventEmitter.prototype
EventEmitter.prototype.emit = function (name, ...parameters) {
  if (name === 'acquire' && this.options?.max === 1) pool = this
  return emit.call(this, name, ...parameters)
}
let hasRejected = false
process.on('SIGUSR2', () => {
  const isLost = hasRejected
  hasRejected = true
  if (isLost) pool.connect()
  else void Promise.reject(new Error('a fault of the test'))
})
