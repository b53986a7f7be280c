import { describe, expect, it } from 'vitest'
import { InvalidSetting, readSettings } from '../src/config.ts'

const sender = { MAIL_FROM: 'Tack <tack@example.com>' }

function errorOf(environment: Record<string, string>): string {
  try {
    readSettings(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidSetting)
    return (error as Error).message
  }
  throw new Error('The settings were accepted.')
}

describe('the mail server', () => {
  it('is undefined without SMTP_URL, and mails have a sender nevertheless', () => {
    expect(readSettings({})).toMatchObject({ smtp: undefined, mailSender: { name: 'Tack', address: 'tack@localhost' } })
    expect(readSettings({ SMTP_URL: ' ' }).smtp).toBeUndefined()
  })

  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, isSecure: false, auth: undefined }],
    ['smtps://mail.example.com', { host: 'mail.example.com', port: 465, isSecure: true, auth: undefined }],
    ['smtp://127.0.0.1:1025/', { host: '127.0.0.1', port: 1025, isSecure: false, auth: undefined }],
    ['smtp://[::1]:25', { host: '::1', port: 25, isSecure: false, auth: undefined }],
    [
      'smtps://ada%40example.com:p%3A%2F%20@mail.example.com:2465',
      { host: 'mail.example.com', port: 2465, isSecure: true, auth: { user: 'ada@example.com', pass: 'p:/ ' } },
    ],
  ])('is read from %s', (url, smtp) => {
    expect(readSettings({ SMTP_URL: url, ...sender }).smtp).toEqual(smtp)
  })

  it.each([
    'mail.example.com:25',
    'http://mail.example.com',
    'smtp://',
    'smtp://ada@mail.example.com',
    'smtp://:hunter2@mail.example.com',
    'smtp://ada:%ffhunter2@mail.example.com',
    'smtp://mail.example.com/hunter2',
    'smtp://mail.example.com?tls=hunter2',
    'smtp://mail.example.com#hunter2',
  ])('rejects %s without quoting it', (url) => {
    const sentence = errorOf({ SMTP_URL: url, ...sender })
    expect(sentence).toMatch(/^SMTP_URL accepts .+\.$/)
    expect(sentence).not.toContain('hunter2')
  })

  it('requires a sender', () => {
    expect(errorOf({ SMTP_URL: 'smtp://mail.example.com' })).toMatch(/^MAIL_FROM is required with SMTP_URL: .+\.$/)
  })
})

describe('MAIL_FROM', () => {
  it.each([
    ['tack@example.com', { name: '', address: 'tack@example.com' }],
    ['Tack <tack@example.com>', { name: 'Tack', address: 'tack@example.com' }],
    ['Grüße von Tack <tack+mail@sub.example.com>', { name: 'Grüße von Tack', address: 'tack+mail@sub.example.com' }],
  ])('accepts %s', (text, mailSender) => {
    expect(readSettings({ MAIL_FROM: text }).mailSender).toEqual(mailSender)
  })

  it.each([
    'tack',
    'tack@',
    '<tack@example.com>',
    'tack@example.com, eve@example.com',
    'Tack <tack@example.com> <eve@example.com>',
    'Tack\r\nBcc: eve@example.com <tack@example.com>',
    '"Tack" <tack@example.com>',
  ])('rejects %j', (text) => {
    expect(errorOf({ MAIL_FROM: text })).toMatch(/^MAIL_FROM accepts .+\.$/)
  })
})
