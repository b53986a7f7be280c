import { type ChildProcess, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { freePort } from '../test/support/port.ts'
import { metricsToken } from './loaded-service.ts'

/** A Prometheus (Debian's package) with our rules as they are. */
export class Prometheus {
  private constructor(
    private readonly child: ChildProcess,
    private readonly base: string,
  ) {}

  /** Reads the metrics of the nodes on these ports. */
  static async start(folder: string, ports: readonly string[]): Promise<Prometheus> {
    const file = join(folder, 'prometheus.yml')
    const config = {
      global: { scrape_interval: '15s', evaluation_interval: '15s' },
      rule_files: [resolve('ops/prometheus/alerts.yml')],
      scrape_configs: [
        {
          job_name: 'tack',
          authorization: { credentials: metricsToken },
          static_configs: [{ targets: ports.map((port) => `127.0.0.1:${port}`) }],
        },
      ],
    }
    // JSON is YAML.
    await writeFile(file, JSON.stringify(config))
    const address = `127.0.0.1:${await freePort()}`
    const options = [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, 'prometheus')}`,
      `--web.listen-address=${address}`,
    ]
    return new Prometheus(spawn('prometheus', options, { stdio: 'ignore' }), `http://${address}`)
  }

  /** The rows of a query: their labels and their values now. */
  async query(text: string): Promise<{ labels: Record<string, string>; value: number }[]> {
    const answer = await fetch(`${this.base}/api/v1/query?query=${encodeURIComponent(text)}`)
    const { data } = (await answer.json()) as {
      data: { result: { metric: Record<string, string>; value: [number, string] }[] }
    }
    return data.result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }))
  }

  /** The names of the alerts that fired in a past period, such as `90s`. */
  async readAlerts(period: string): Promise<string[]> {
    const rows = await this.query(`count by (alertname) (count_over_time(ALERTS{alertstate="firing"}[${period}]))`)
    return rows.map(({ labels }) => labels.alertname ?? '').sort()
  }

  kill(): void {
    this.child.kill('SIGKILL')
  }
}
