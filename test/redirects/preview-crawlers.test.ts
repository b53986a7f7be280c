import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wantsSocialPreview } from '../../src/modules/visits/redirects/social-preview.ts'
import { isPreviewCrawler, previewCrawlers, robotsNames } from '../../src/platform/http/agents/preview-crawlers.ts'
import { parseUserAgent } from '../../src/platform/http/agents/user-agent.ts'
import { trials } from '../support/size.ts'
import { agents } from '../support/visitor.ts'

/** User agents as their owners document them, or as servers log them. */
const crawlers = [
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'facebookexternalhit/1.1',
  'Facebot/1.0',
  'Twitterbot/1.0',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'TelegramBot (like TwitterBot)',
  'WhatsApp/2.23.20.0 A',
  'WhatsApp/2',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MicrosoftPreview/2.0; +https://aka.ms/MicrosoftPreview) Chrome/112.0.0.0 Safari/537.36',
  'Mozilla/5.0 Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)',
  'Mozilla/5.0 (compatible; Pinterestbot/1.0; +http://www.pinterest.com/bot.html)',
  'Pinterest/0.2 (+http://www.pinterest.com/)',
  'Mozilla/5.0 (compatible; redditbot/1.0; +http://www.reddit.com/feedback)',
  'Tumblr/14.0.835.186',
  'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
  'Mozilla/5.0 (compatible; OdklBot/1.0 like Linux; klass@odnoklassniki.ru)',
  'XING-contenttabreceiver/2.0',
  'Mozilla/5.0 (compatible; Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots)',
  'facebookexternalhit/1.1;line-poker/1.0',
  'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/t/scrap/33984',
  'Viber/13.3.0.3',
  'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)',
  'Mastodon/4.3.2 (http.rb/5.2.0; +https://mastodon.social/) Bot',
  'http.rb/5.1.1 (Mastodon/4.2.10; +https://mastodon.social/) Bot',
  'Mozilla/5.0 (compatible; SummalyBot/5.1.0; +https://github.com/misskey-dev/summaly)',
  'Synapse (bot; +https://github.com/matrix-org/synapse)',
  'mattermost-bot/1.1',
  'Iframely/1.3.1 (+https://iframely.com/docs/about)',
  'Mozilla/5.0 (compatible; Embedly/0.2; +http://support.embed.ly/)',
  'Mozilla/5.0 (compatible; FlipboardProxy/1.2; +http://flipboard.com/browserproxy)',
  'Quora Link Preview/1.0 (http://www.quora.com)',
  'Mozilla/5.0 (compatible; Yahoo Link Preview; https://help.yahoo.com/kb/mail/yahoo-link-preview-SLN23615.html)',
  // iMessage asks from the device of its user.
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
]

/** Robots that build no preview for posts and chats, and programs. */
const others = [
  agents.googlebot,
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b',
  'Slack-ImgProxy (+https://api.slack.com/robots)',
  'Slackbot 1.0 (+https://api.slack.com/robots)',
  'facebookcatalog/1.0',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
  'http.rb/5.2.0',
  'notfacebookexternalhit/1.0',
  'Twitterbot2/1.0',
  'Synapsehunter/1.0',
  agents.curl,
  '',
]

/** What browsers send of the device. */
const devices = [
  'Windows NT 10.0; Win64; x64',
  'Macintosh; Intel Mac OS X 10_15_7',
  'X11; Linux x86_64',
  'X11; CrOS x86_64 14541.0.0',
  'iPhone; CPU iPhone OS 18_1 like Mac OS X',
  'iPad; CPU OS 17_6 like Mac OS X',
  'Linux; Android 14; SM-S921B Build/UP1A.231005.007; wv',
  'Linux; Android 10; K',
]
const engines = [
  'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  'AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.6778.39 Mobile Safari/537.36',
  'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Gecko/20100101 Firefox/133.0',
]
/** What the browsers inside of apps add. */
const apps = [
  '[FBAN/FBIOS;FBAV/490.0.0.32.106;FBBV/657447466;FBDV/iPhone15,2;FBMD/iPhone;FBSN/iOS]',
  '[FB_IAB/FB4A;FBAV/490.0.0.52.85;]',
  'Instagram 358.0.0.30.96 (iPhone15,2; iOS 18_1; de_DE; de; scale=3.00; 1179x2556; 658190468)',
  'Barcelona 358.0.0.30.96',
  'Twitter for iPhone/10.68',
  'TwitterAndroid',
  '[LinkedInApp]/9.30.1234',
  '[Pinterest/iOS]',
  '[Pinterest/Android]',
  'Snapchat/13.17.0.44 (like Safari/8619.2.8.10.7, panda)',
  'Line/14.19.0/IAB',
  'KAKAOTALK 10.9.5 (INAPP)',
  'WhatsApp/2.24.23.78',
  'Viber/23.8.0.4',
  'Telegram-Android/11.4.2 (Google Pixel 8; Android 14; SDK 34; HIGH)',
  'MicroMessenger/8.0.53(0x18003531) NetType/WIFI Language/de',
  'Reddit/Version 2024.45.0/Build 1234567/Android 14',
  'Tumblr/iPhone/37.4/374010',
  'Slack/4.41.97',
  'discord/0.0.328 Electron/32.2.2',
  'Teams/24295.605.3225.8804',
  'Skype/8.133.0.202',
  'Flipboard/4.3.30/5417,4.3.30.5417',
  'Mattermost/5.10.0',
  'BytedanceWebview/d8a21c6',
  'GSA/345.0.700137434',
  'Edg/131.0.2903.51',
  'OPR/115.0.0.0',
  'SamsungBrowser/27.0',
  'DuckDuckGo/7',
]

describe('a preview crawler', () => {
  it.each(crawlers)('is %s, which counts as a bot', (userAgent) => {
    expect(isPreviewCrawler(userAgent)).toBe(true)
    expect(parseUserAgent(userAgent).isBot).toBe(true)
    expect(parseUserAgent(userAgent).botName).not.toBeNull()
  })

  it.each(others)('is not "%s"', (userAgent) => {
    expect(isPreviewCrawler(userAgent)).toBe(false)
  })

  it.each(previewCrawlers)('is a bot by its name alone: %s of %s', (product) => {
    for (const userAgent of [product, `${product}/1.0`, `${product}/2.23.20 (iPhone; iOS 18.1)`]) {
      expect(isPreviewCrawler(userAgent)).toBe(true)
      expect(parseUserAgent(userAgent)).toMatchObject({ isBot: true, botName: expect.any(String) })
    }
  })

  it('is never a browser, also one inside of an app', () => {
    const browser = fc
      .tuple(fc.constantFrom(...devices), fc.constantFrom(...engines), fc.subarray(apps, { maxLength: 3 }))
      .map(([device, engine, added]) => [`Mozilla/5.0 (${device})`, engine, ...added].join(' '))
    fc.assert(
      fc.property(browser, (userAgent) => !isPreviewCrawler(userAgent)),
      { numRuns: trials(1000, 20_000) },
    )
  })

  it('is no visitor without a user agent, and is not looked for beyond 512 characters', () => {
    expect(isPreviewCrawler(undefined)).toBe(false)
    expect(isPreviewCrawler(`${'x '.repeat(256)}Twitterbot/1.0`)).toBe(false)
    expect(isPreviewCrawler(`${'x '.repeat(100)}Twitterbot/1.0`)).toBe(true)
  })

  it('is told apart in linear time, whatever a user agent repeats', () => {
    const startedAt = performance.now()
    for (const text of ['http.rb/1', 'Snap URL Preview ', 'Google-', 'WhatsApp'])
      for (let count = 0; count < 200; count++) isPreviewCrawler(text.repeat(2_000))
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })
})

it('gets the preview of a link with any of its three fields', () => {
  const none = { ogTitle: null, ogDescription: null, ogImage: null }
  for (const fields of [{ ogTitle: 'a' }, { ogDescription: 'a' }, { ogImage: 'https://example.com/a.png' }]) {
    expect(wantsSocialPreview({ ...none, ...fields }, 'Twitterbot/1.0')).toBe(true)
    expect(wantsSocialPreview({ ...none, ...fields }, agents.chrome)).toBe(false)
  }
  expect(wantsSocialPreview(none, 'Twitterbot/1.0')).toBe(false)
})

it('has a name in robots.txt without spaces and dots', () => {
  expect(robotsNames).toEqual(
    expect.arrayContaining(['facebookexternalhit', 'Twitterbot', 'LinkedInBot', 'Pinterestbot']),
  )
  for (const name of robotsNames) expect(name).toMatch(/^[A-Za-z_-]+$/)
})
