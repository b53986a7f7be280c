import { refusal } from '../base/failure.ts'

export class MisdirectedRequest extends refusal({
  code: 'MISDIRECTED_REQUEST',
  status: 421,
  when: 'A request for the authorization server named another host than the one of PUBLIC_URL (RFC 9110, 15.5.20).',
  resolution: 'Use the addresses in /.well-known/oauth-authorization-server, under the public address of the service.',
}) {
  constructor() {
    super('The authorization server does not answer under this host.')
  }
}
