/** How the snippet gets into the usual site builders. */
export interface Builder {
  id: string;
  name: string;
  steps: readonly string[];
  /** `tag`: Tag Manager takes the attributes off a script element, so it gets one that makes its own. */
  form?: 'tag';
}

export const BUILDERS: readonly Builder[] = [
  {
    id: 'html',
    name: 'HTML',
    steps: [
      'Abre la plantilla que comparten todas tus páginas.',
      'Pega el código justo antes de </body>.',
      'Publica los cambios y abre tu sitio.',
    ],
  },
  {
    id: 'wordpress',
    name: 'WordPress',
    steps: [
      'En el escritorio, instala un complemento de códigos de pie de página (por ejemplo, WPCode).',
      'En Code Snippets → Header & Footer, pega el código en Footer.',
      'Guarda. Si usas un complemento de caché, vacíala.',
    ],
  },
  {
    id: 'woocommerce',
    name: 'WooCommerce',
    steps: [
      'Es el mismo WordPress: el código va en el pie de página con un complemento como WPCode.',
      'Comprueba que aparezca también en el carro y en el pago.',
    ],
  },
  {
    id: 'shopify',
    name: 'Shopify',
    steps: [
      'En Tienda online → Temas, abre ⋯ → Editar código.',
      'En layout/theme.liquid, pega el código justo antes de </body>.',
      'Guarda y abre tu tienda.',
    ],
  },
  {
    id: 'jumpseller',
    name: 'Jumpseller',
    steps: [
      'En Temas → Editor de código, abre layout.liquid.',
      'Pega el código justo antes de </body> y guarda.',
    ],
  },
  {
    id: 'vtex',
    name: 'VTEX',
    steps: [
      'En Store Setup → Storefront, abre la plantilla HTML general; en VTEX IO, usa la app de Google Tag Manager.',
      'Pega el código antes de </body> y publica.',
    ],
  },
  {
    id: 'magento',
    name: 'Magento',
    steps: [
      'En Contenido → Diseño → Configuración, edita tu vista de tienda.',
      'En Pie de página → HTML varios, pega el código.',
      'Guarda y limpia la caché.',
    ],
  },
  {
    id: 'prestashop',
    name: 'PrestaShop',
    steps: [
      'En Diseño → Posiciones o con un módulo de HTML, elige displayBeforeBodyClosingTag.',
      'Pega el código, guarda y limpia la caché.',
    ],
  },
  {
    id: 'wix',
    name: 'Wix',
    steps: [
      'En Configuración → Código personalizado, agrega un código al final del body, en todas las páginas.',
      'Pega el código, guarda y publica. Necesitas un dominio conectado.',
    ],
  },
  {
    id: 'squarespace',
    name: 'Squarespace',
    steps: ['En Configuración → Avanzado → Inyección de código, pega el código en Footer.', 'Guarda.'],
  },
  {
    id: 'bsale',
    name: 'Bsale',
    steps: [
      'En la administración de tu sitio web, abre el editor de código de tu tema. Si no lo ves, pide a Bsale que lo habilite.',
      'En la plantilla general, pega el código justo antes de </body> y guarda.',
    ],
  },
  {
    id: 'tiendanube',
    name: 'Tiendanube',
    steps: [
      'En Configuración → Códigos externos, abre el código del pie de todas las páginas.',
      'Pega el código y guarda.',
    ],
  },
  {
    id: 'webflow',
    name: 'Webflow',
    steps: [
      'En Site settings → Custom code, pega el código en Footer code.',
      'Guarda y publica. El código no aparece en la vista previa del editor.',
    ],
  },
  {
    id: 'spa',
    name: 'React, Vue, Angular o Next.js',
    steps: [
      'Pega el código en el HTML que carga tu aplicación (index.html), antes de </body>; en Next.js, en app/layout con <Script>.',
      'El chat se mantiene al cambiar de ruta: se carga una sola vez.',
    ],
  },
  {
    id: 'gtm',
    name: 'Google Tag Manager',
    form: 'tag',
    steps: [
      'Crea una etiqueta de tipo HTML personalizado y pega este código.',
      'Elige el activador All Pages.',
      'Envía y publica el contenedor.',
    ],
  },
];
