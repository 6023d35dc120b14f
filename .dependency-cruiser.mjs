/**
 * The import floors of the house: contract ← machines ← workers ← src, contract ← machines ← server,
 * contract ← widget. Only what spans rooms (tests, e2e, bench, scripts) may look everywhere. Circles of folders, at any
 * depth, are found by scripts/check-folders.mjs.
 */

/** What stands beside a unit for its tests only: tests, benchmarks, fixtures, a room's testing.ts, set-up of the runner. */
const TEST = '(\\.(test|bench|fixture)|/testing|/vitest-[^/]+)\\.tsx?$';

/**
 * @param {string} room folder
 * @param {string[]} allowed rooms that it may import, besides itself
 * @param {string} comment
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const floor = (room, allowed, comment) => ({
  name: `floor-${room}`,
  comment,
  severity: 'error',
  from: { path: `^${room}/`, pathNot: `${TEST}|^${room}/((push|chat)/)?vite\\.config\\.ts$` },
  to: {
    path: '^[^/]+/',
    pathNot: `^(${[room, ...allowed].join('|')}|node_modules)/`,
    dependencyTypesNot: ['core', 'npm', 'npm-dev', 'npm-peer', 'npm-optional'],
  },
});

/**
 * @param {string} room
 * @param {string[]} packages what a room may use from node_modules
 * @param {string} comment
 * @returns {import('dependency-cruiser').IForbiddenRuleType}
 */
const onlyPackages = (room, packages, comment) => ({
  name: `packages-${room}`,
  comment,
  severity: 'error',
  from: { path: `^${room}/`, pathNot: `${TEST}|^${room}/vite\\.config\\.ts$` },
  to: {
    path: 'node_modules/',
    pathNot: `node_modules/(${packages.join('|')})/`,
  },
});

/**
 * The rooms inside a room, lowest first: each may import those before it. A folder that is not in the list stands above
 * all of them: it may import any, and nobody imports it (a new domain needs no line here until another one uses it).
 *
 * @param {string} room
 * @param {readonly string[]} floors folders of `room`
 * @param {string} [top] what composes them and may import everything: a pattern of paths below `room`
 * @returns {import('dependency-cruiser').IForbiddenRuleType[]}
 */
const floors = (room, floors, top) => [
  ...floors.map((folder, at) => ({
    name: `floor-${room.replaceAll('/', '-')}-${folder}`,
    comment: `${room}/${folder} knows only what stands below it: ${floors.slice(0, at).join(', ') || 'nothing'}.`,
    severity: /** @type {const} */ ('error'),
    from: { path: `^${room}/${folder}/`, pathNot: TEST },
    to: { path: `^${room}/`, pathNot: `^${room}/(${floors.slice(0, at + 1).join('|')})/` },
  })),
  {
    name: `floor-${room.replaceAll('/', '-')}-upper`,
    comment: `What ${room} does not list in its floors is known by nobody but those who compose it.`,
    severity: 'error',
    from: {
      path: `^${room}/([^/]+)/`,
      pathNot: `${TEST}|^${room}/(${floors.join('|')}${top ? `|${top}` : ''})/`,
    },
    to: { path: `^${room}/`, pathNot: `^${room}/($1|${floors.join('|')})/` },
  },
];

/** The server's domains, and below them the platform, which knows none. */
const DOMAINS = [
  'platform',
  'audit',
  'accounts',
  'settings',
  'access',
  'notices',
  'calendar',
  'billing',
  'crm',
  'connections',
  'shops',
  'orders',
  'assistant',
  'routing',
  'proactive',
  'inbox',
  'tickets',
  'clients',
  'channels',
  'campaigns',
  'metrics',
  'whatsapp-stats',
  'roles',
  'agents',
  'bots',
];

/** The app's rooms: what all stand on, the worker's tab side, calls, who is signed in, parts, the shown bot, the frame. */
const APP = ['base', 'hub', 'api', 'session', 'ui', 'bot', 'notices', 'frame', 'features'];
/** Features of which others use something; the rest stand above them. */
const FEATURES = [
  'team',
  'agents',
  'auth',
  'shop-install',
  'embed',
  'guides',
  'answer-parts',
  'macros',
  'quick-replies',
  'routing-reasons',
  'roles',
  'publishing',
  'forms',
  'bot-tests',
  'center',
  'templates',
  'inbox',
  'history',
  'connections',
  'whatsapp',
  'products',
  'clients',
  'bots',
];

/** The hub's rooms: what browsers give, what tab and hub say to each other, and then from the socket up to the person. */
const HUB = [
  'platform',
  'surface',
  'connection',
  'bot-log',
  'room',
  'pages',
  'bot',
  'work-store',
  'drafts',
  'outbox',
  'tabs',
  'user',
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    floor('contract', [], 'The contract knows nothing.'),
    floor('machines', ['contract'], 'Machines know the contract only.'),
    floor('workers', ['machines', 'contract'], 'Workers know machines and contract.'),
    floor('src', ['workers', 'machines', 'contract'], 'The app knows worker types, machines and contract.'),
    floor('widget', ['contract'], 'The widget knows the contract only.'),
    floor('server', ['machines', 'contract'], 'The server knows machines and contract.'),
    floor('playground', [], 'The playground speaks the wire of others and knows nothing of the product.'),
    ...floors('server', DOMAINS, 'seed|tools'),
    ...floors('workers/hub', HUB),
    ...floors('src', APP),
    ...floors('src/features', FEATURES),
    {
      name: 'app-takes-only-types-from-workers',
      comment:
        'A value import would put worker code into the first load; a worker is started by its URL. What both sides run (names of locks, topics, the HTTP client) is in workers/shared and the surface.',
      severity: 'error',
      from: { path: '^src/', pathNot: TEST },
      to: {
        path: '^workers/',
        pathNot: '^workers/(shared|hub/surface)/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nobody-imports-tests',
      comment: 'Product code does not depend on tests, end-to-end tests, benchmarks or scripts.',
      severity: 'error',
      from: {
        path: '^(contract|machines|workers|src|widget|server)/',
        pathNot: `${TEST}|^(widget/chat|workers/push)/vite\\.config\\.ts$`,
      },
      to: { path: `^(tests|e2e|bench|scripts)/|${TEST}` },
    },
    onlyPackages('contract', ['zod'], 'The contract is schemas and types.'),
    onlyPackages('machines', ['zod', 'xstate'], 'Machines are pure.'),
    {
      name: 'pure-rooms-do-no-io',
      comment: 'What contract, machines, workers, widget and app need of a platform is not in Node.',
      severity: 'error',
      from: {
        path: '^(contract|machines|workers|widget|src)/',
        pathNot: `${TEST}|^(widget/one-script|(workers/push|widget/chat|widget/proactive)/vite\\.config)\\.ts$`,
      },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-has-no-browser-code',
      severity: 'error',
      from: { path: '^server/', pathNot: TEST },
      to: { path: 'node_modules/(react|react-dom|preact|@mantine|comlink|dexie|socket\\.io-client)/' },
    },
    {
      name: 'no-dev-packages-in-the-product',
      severity: 'error',
      from: {
        path: '^(contract|machines|workers|src|widget|server)/',
        pathNot: `${TEST}|vite\\.config\\.ts$`,
      },
      to: {
        dependencyTypes: ['npm-dev'],
        dependencyTypesNot: ['type-only'],
        pathNot: 'node_modules/(@types|vite)/',
      },
    },
    {
      name: 'no-cycles',
      comment: 'Modules that need each other, be it for a type alone: neither can be read without the other.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'loaded-when-needed',
      comment:
        'Large, and seldom needed: imported where it is used, not at every start (docs/decisions/0088-a-start-loads-what-it-needs.md).',
      severity: 'error',
      from: {
        path: '^server/',
        pathNot: `${TEST}|^server/(assistant/documents/parse|tickets/mail-in/html-words)`,
      },
      to: {
        path: 'node_modules/(redis|stripe|pdfkit|sharp|linkedom)/',
        dependencyTypesNot: ['dynamic-import', 'type-only', 'type-import', 'require'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|\\.cache|\\.data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    detectJSDocImports: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.d.ts'],
    },
  },
};
