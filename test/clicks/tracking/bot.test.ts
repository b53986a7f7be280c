import { describe, expect, it } from 'vitest'
import { parseUserAgent } from '../../../src/platform/http/agents/user-agent.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const mobileWebkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const windows = '(Windows NT 10.0; Win64; x64)'
const mac = '(Macintosh; Intel Mac OS X 10_15_7)'

describe('a user agent', () => {
  it.each([
    ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    [
      'Googlebot',
      `Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) ${webkit} Chrome/120.0.6099.71 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)`,
    ],
    ['AdsBot-Google', 'AdsBot-Google (+http://www.google.com/adsbot.html)'],
    ['bingbot', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
    ['YandexBot', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
    ['Baiduspider', 'Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)'],
    ['DuckDuckBot-Https', 'Mozilla/5.0 (compatible; DuckDuckBot-Https/1.1; https://duckduckgo.com/duckduckbot)'],
    ['Yahoo', 'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)'],
    [
      'Applebot',
      `Mozilla/5.0 ${mac} ${mobileWebkit} Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)`,
    ],
    ['AhrefsBot', 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'],
    ['CCBot', 'CCBot/2.0 (https://commoncrawl.org/faq/)'],
    [
      'GPTBot',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    ],
    ['Scrapy', 'Scrapy/2.11.0 (+https://scrapy.org)'],
    ['python-requests', 'python-requests/2.31.0 (+https://crawler.example.org/about)'],
  ])('of the crawler %s is a bot: %s', (botName, userAgent) => {
    expect(parseUserAgent(userAgent)).toMatchObject({ isBot: true, botName })
  })

  it.each([
    ['facebookexternalhit', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
    ['Twitterbot', 'Twitterbot/1.0'],
    ['Slackbot-LinkExpanding', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
    ['WhatsApp', 'WhatsApp/2.23.20.0 A'],
    ['WhatsApp', 'WhatsApp/2'],
    ['TelegramBot', 'TelegramBot (like TwitterBot)'],
    ['Discordbot', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
    ['LinkedInBot', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
    ['SkypeUriPreview', 'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5'],
    ['Pinterestbot', 'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)'],
    ['Embedly', 'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)'],
    ['Iframely', 'Iframely/1.3.1 (+https://iframely.com/docs/about)'],
    ['Mastodon', 'Mastodon/4.3.0 (http.rb/5.2.0; +https://mastodon.social/)'],
    ['Bluesky', 'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)'],
  ])('of the preview fetcher %s is a bot: %s', (botName, userAgent) => {
    expect(parseUserAgent(userAgent)).toMatchObject({ isBot: true, botName })
  })

  it.each([
    ['UptimeRobot', 'Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
    ['Pingdom.com_bot_version_1.4_', 'Pingdom.com_bot_version_1.4_(http://www.pingdom.com/)'],
    ['StatusCake', `Mozilla/5.0 (Windows NT 6.2; WOW64) ${webkit} Chrome/98 Safari/537.4 (StatusCake)`],
    ['Site24x7', 'Site24x7'],
    ['Uptime-Kuma', 'Uptime-Kuma/1.23.11'],
    ['check_http', 'check_http/v2.3.3 (monitoring-plugins 2.3.3)'],
    ['kube-probe', 'kube-probe/1.29'],
    ['ELB-HealthChecker', 'ELB-HealthChecker/2.0'],
    ['Zabbix', 'Zabbix 6.4'],
  ])('of the monitor %s is a bot: %s', (botName, userAgent) => {
    expect(parseUserAgent(userAgent)).toMatchObject({ isBot: true, botName })
  })

  it.each([
    ['HeadlessChrome', `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/120.0.6099.71 Safari/537.36`],
    [
      'PhantomJS',
      'Mozilla/5.0 (Unknown; Linux x86_64) AppleWebKit/538.1 (KHTML, like Gecko) PhantomJS/2.1.1 Safari/538.1',
    ],
    ['Chrome-Lighthouse', `Mozilla/5.0 ${mac} ${webkit} Chrome/109.0.0.0 Safari/537.36 Chrome-Lighthouse`],
    ['Cypress', `Mozilla/5.0 ${windows} ${webkit} Chrome/120.0.0.0 Safari/537.36 Cypress/13.6.0`],
  ])('of the headless browser %s is a bot: %s', (botName, userAgent) => {
    expect(parseUserAgent(userAgent)).toMatchObject({ isBot: true, botName })
  })

  it.each([
    ['meta-externalfetcher', 'meta-externalfetcher/1.1'],
    ['ChatGPT-User', 'ChatGPT-User'],
    [
      'ChatGPT-User',
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
    ],
    ['Perplexity-User', 'Perplexity-User/1.0'],
    ['anthropic-ai', 'anthropic-ai'],
    ['Viber', 'Viber'],
    ['Iframely', 'Iframely/1.3'],
    ['Bluesky', 'Bluesky Cardyb/1.1'],
    ['line-poker', 'line-poker/1.0'],
    ['cohere-ai', 'cohere-ai'],
    ['Datafeedwatch', 'Datafeedwatch/2.1.x'],
    ['Blackboard', 'Blackboard Safeassign'],
    ['MistralAI-User', 'MistralAI-User/1.0'],
    ['DuckAssistBot', 'DuckAssistBot/1.2'],
    ['Amazon', 'Amazon CloudFront'],
    ['W3C-checklink', 'W3C-checklink/4.5 [4.160] libwww-perl/5.823'],
    ['Bone_LinkChkr', '2Bone_LinkChkr/1.0 libwww-perl/6.03'],
    ['Google-Read-Aloud', 'Google-Read-Aloud'],
    ['Slack-ImgProxy', 'Slack-ImgProxy 0.19'],
    ['ExampleFetcher', 'ExampleFetcher/1.0 python-httpx/0.25'],
    ['my-script', 'my-script/1.0'],
  ])('of the robot with a bare name %s is a bot: %s', (botName, userAgent) => {
    expect(parseUserAgent(userAgent)).toMatchObject({ isBot: true, botName })
  })

  it.each([
    'curl/8.5.0 (compatible; Googlebot/2.1)',
    'axios/1.6.2 (+https://crawler.example.org)',
    'Go-http-client/1.1 ExampleCrawler',
    'MyCrawler/1.0 okhttp/4.12.0',
    'Googlebot/2.1 CFNetwork/711.3.18 Darwin/14.0.0',
    'WGETbot/1.0',
  ])('of a bot that names a tool or a phone is a bot: %s', (userAgent) => {
    expect(parseUserAgent(userAgent).isBot).toBe(true)
  })

  const iPhone = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_1 like Mac OS X) ${mobileWebkit}`
  const androidView = `Mozilla/5.0 (Linux; Android 13; SM-A536B; wv) ${webkit} Version/4.0 Chrome/119.0.0.0 Mobile Safari/537.36`

  it.each([
    `${androidView} QRScanner/2.1`,
    `${androidView} BarcodeScanner`,
    `${iPhone} Mobile/15E148 NewsReader/3`,
    `${iPhone} Version/17.1 Mobile/15E148 Safari/604.1 QRbot/3.2 (iOS)`,
    `${iPhone} Mobile/15E148 Spider Crawl 2`,
  ])('of an app in which people open pages is a person, whatever its name is: %s', (userAgent) => {
    expect(parseUserAgent(userAgent)).toMatchObject({ isBot: false, device: 'Mobile' })
  })

  it.each([
    `${androidView} (compatible; ExampleBot/1.0)`,
    `${iPhone} Version/17.1 Mobile/15E148 Safari/604.1 (Applebot/0.1; +http://www.apple.com/go/applebot)`,
    `${iPhone} CriOS/56.0.2924.75 Mobile/14E5239e YisouSpider/5.0 Safari/602.1`,
    `Mozilla/5.0 (Linux; Android 13; Pixel 7) ${webkit} Chrome/119.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse`,
  ])('of a robot that sends the agent of a phone is a bot: %s', (userAgent) => {
    expect(parseUserAgent(userAgent).isBot).toBe(true)
  })

  it('of a bot has the browser Other', () => {
    expect(parseUserAgent('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)').browser).toBe(
      'Other',
    )
  })

  it('with an e-mail address gives a bot name without it', () => {
    const agent = parseUserAgent('Mozilla/5.0 (compatible; bot-owner@example.org)')
    expect(agent.isBot).toBe(true)
    expect(JSON.stringify(agent)).not.toContain('example')
  })
})
