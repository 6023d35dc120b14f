/**
 * Texts that customers send by accident or on purpose, for tests of everything that shows a text: dashboard, widget,
 * notices, titles. Each fits into one message (LIMITS.messageText).
 */
const repeated = (piece: string, length: number) => piece.repeat(Math.floor(length / piece.length));

/** Letters with a tower of marks on each. */
const zalgo = [...'Hola, necesito ayuda']
  .map((letter) => letter + '\u0300\u0316\u034E\u0488\u0335'.repeat(8))
  .join('');

export const HOSTILE_TEXTS: readonly { name: string; text: string }[] = [
  { name: 'a script', text: '<script>alert("script")</script>' },
  { name: 'an image with a handler', text: '<img src=x onerror=alert("img")>' },
  { name: 'a drawing with a handler', text: '<svg/onload=alert("svg")><style>*{display:none}</style>' },
  { name: 'markup out of an attribute', text: '"><iframe src="javascript:alert(1)"></iframe>' },
  { name: 'a template', text: '{{constructor.constructor("alert(1)")()}} #{alert(1)} <%= 7*7 %>' },
  {
    name: 'a javascript link',
    text: 'javascript:alert(1) [aquí](javascript:alert(1)) [x](JaVaScRiPt:alert(1))',
  },
  {
    name: 'a data link',
    text: '[aquí](data:text/html,<script>alert(1)</script>) data:text/html;base64,PHNjcmlwdD4=',
  },
  {
    name: 'a link that lies',
    text: '[https://banco.cl](https://malo.example) https://banco.cl@malo.example/',
  },
  { name: 'a turn to the left', text: 'pagar \u202Eexe.fdp\u202C ahora \u2066\u2067\u2068 sin cierre' },
  { name: 'Arabic and Hebrew', text: 'مرحبا بكم pedido 123 שלום עולם' },
  { name: 'zalgo', text: zalgo },
  { name: 'emoji', text: repeated('😀👩‍👩‍👧‍👦🏳️‍🌈', 4_000) },
  { name: 'joined emoji', text: repeated('👩\u200D', 3_000) },
  { name: 'one long word', text: repeated('w', 4_000) },
  { name: 'an address without end', text: `https://example.com/${repeated('a', 3_900)}` },
  { name: 'lines without end', text: repeated('\n', 2_000) + repeated('a\n', 2_000) },
  { name: 'half characters', text: 'mitad \uD83D y \uDE00 sueltas \uD800' },
  { name: 'signs that control', text: 'nulo \u0000 timbre \u0007 escape \u001B[31m fin \u009F\uFEFF\u200B' },
  { name: 'stars', text: repeated('*a ', 4_000) },
  { name: 'brackets', text: repeated('[a](', 4_000) },
  { name: 'quotes in quotes', text: repeated('> ', 4_000) },
  { name: 'a query', text: "'; DROP TABLE messages; --" },
  { name: 'JSON', text: '{"__proto__":{"polluted":true},"text":"\\ud800"}' },
];
