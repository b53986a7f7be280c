import { expect, it } from 'vitest'
import { readReferrerHost } from '../../../src/modules/visits/clicks/tracking/referrer.ts'

it.each([
  ['https://example.com/a?b=c', 'example.com'],
  ['https://EXAMPLE.COM./', 'example.com'],
  ['http://Example.Com:8080/path', 'example.com'],
  ['https://name:secret@example.com/', 'example.com'],
  ['https://example.com../', 'example.com'],
  ['https://www.münchen.example/', 'www.xn--mnchen-3ya.example'],
  ['http://192.0.2.1./', '192.0.2.1'],
  ['http://[2001:DB8::1]/', '[2001:db8::1]'],
  ['android-app://com.google.android.gm/', 'com.google.android.gm'],
  ['android-app://com.google.android.gm', 'com.google.android.gm'],
  ['android-app://com.Slack/', 'com.slack'],
  ['android-app://org.telegram.messenger/https/t.me/name', 'org.telegram.messenger'],
  ['ANDROID-APP://com.linkedin.android./', 'com.linkedin.android'],
  ['android-app://name:secret@com.example/', 'com.example'],
  ['android-app://com.example%0a/', null],
  ['android-app:///', null],
  ['ios-app://544007664/', null],
  ['chrome-extension://abcdefgh/page.html', null],
  ['about:client', null],
  ['https://./', null],
  ['www.example.com', null],
  ['', null],
  [undefined, null],
])('of the referrer %j the host is %j', (referrer, host) => {
  expect(readReferrerHost(referrer)).toBe(host)
})
