import { describe, expect, it } from 'vitest'
import { InvalidSetting, readSettings } from '../src/config.ts'

const endpoint = { LLM_BASE_URL: 'http://127.0.0.1:11434/v1/', LLM_MODEL: 'qwen3:8b' }

function errorOf(environment: Record<string, string>): string {
  try {
    readSettings(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(InvalidSetting)
    return (error as Error).message
  }
  throw new Error('The settings were accepted.')
}

describe('the language model', () => {
  it('is undefined without LLM variables', () => {
    expect(readSettings({}).llm).toBeUndefined()
    expect(readSettings({ LLM_BASE_URL: '', LLM_API_KEY: ' ', LLM_MODEL: '' }).llm).toBeUndefined()
  })

  it('has an endpoint and a model, and optionally a key', () => {
    const llm = { baseUrl: 'http://127.0.0.1:11434/v1', model: 'qwen3:8b' }
    expect(readSettings(endpoint).llm).toEqual({ ...llm, apiKey: undefined })
    const settings = readSettings({ ...endpoint, LLM_API_KEY: 'sk-1' })
    expect(settings.llm).toEqual({ ...llm, apiKey: 'sk-1' })
    expect(Object.isFrozen(settings.llm)).toBe(true)
  })

  it.each([
    ['LLM_BASE_URL', 'localhost:11434'],
    ['LLM_BASE_URL', 'https://user:hunter2@api.example.com'],
    ['LLM_BASE_URL', 'https://api.example.com/v1?key=hunter2'],
    ['LLM_BASE_URL', 'file:///etc/passwd'],
    ['LLM_API_KEY', 'hunter2 with spaces'],
    ['LLM_API_KEY', 'hunter2\u00e9'],
    ['LLM_MODEL', 'x'.repeat(501)],
    ['LLM_MODEL', 'hunter2\r\nx'],
  ])('refuses a %s that cannot be one, without quoting it', (name, value) => {
    const sentence = errorOf({ ...endpoint, [name]: value })
    expect(sentence).toMatch(new RegExp(`^${name} accepts .+\\.$`))
    expect(sentence).not.toContain('hunter2')
  })

  it.each([
    ['LLM_MODEL', { LLM_BASE_URL: endpoint.LLM_BASE_URL }],
    ['LLM_BASE_URL', { LLM_MODEL: endpoint.LLM_MODEL }],
    ['LLM_BASE_URL', { LLM_API_KEY: 'hunter2' }],
  ])('names %s where the others would do nothing without it', (name, environment) => {
    const sentence = errorOf(environment)
    expect(sentence).toMatch(new RegExp(`^${name} is required with the other LLM settings: .+\\.$`))
    expect(sentence).not.toContain('hunter2')
  })
})
