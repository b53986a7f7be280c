import { destination } from 'pino'
import { Counter } from '../../shared/metrics/counter.ts'

/** Receives log lines; standard output by default. */
export interface LogSink {
  write(line: string): void
}

const standardOutput = 1
const retryDelayMs = 1_000
/** Lines that wait, because whoever reads them is slow. */
const maxWaitingBytes = 16 * 1024 * 1024

const droppedLines = new Counter(
  {
    name: 'tack_log_lines_dropped_total',
    help: 'Log lines that could not be written, for example because the disk is full.',
    labels: [],
  },
  [],
)

/**
 * Log lines on standard output. A line that cannot be written is dropped and counted, because a service that ends when the
 * disk of its log is full serves nobody. After that one line a second is tried, until one is written.
 */
export class OutputLog implements LogSink {
  private stream = this.open()
  private isFailing = false
  private retryAtMs = 0
  /** Lines that the stream has not written yet. */
  private waitingLines = 0

  constructor(private readonly fileDescriptor = standardOutput) {}

  write(line: string): void {
    const nowMs = performance.now()
    if (this.isFailing && nowMs < this.retryAtMs) {
      droppedLines.increment()
      return
    }
    this.retryAtMs = nowMs + retryDelayMs
    this.waitingLines++
    // The last line before a failure may have been written in part.
    this.stream.write(this.isFailing ? `\n${line}` : line)
  }

  private open() {
    const stream = destination({ dest: this.fileDescriptor, sync: false, maxLength: maxWaitingBytes })
    stream.on('write', () => {
      this.isFailing = false
    })
    stream.on('drain', () => {
      this.waitingLines = 0
    })
    stream.on('drop', () => droppedLines.increment())
    stream.on('error', () => {
      // pino reports an error twice.
      if (stream !== this.stream) return
      this.isFailing = true
      for (; this.waitingLines > 0; this.waitingLines--) droppedLines.increment()
      // Another stream, because this one would begin with what it has kept.
      stream.destroy()
      this.stream = this.open()
    })
    // pino calls it at the end of the process, and it tries for ever.
    const { flushSync } = stream
    stream.flushSync = () => {
      if (!this.isFailing) flushSync.call(stream)
    }
    return stream
  }
}
