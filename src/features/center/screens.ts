/** The screens of the {product} Center (docs/product.md §2): what the bot says and understands. */
import { lazyScreen } from '../../base/lazy-screen.ts';
import type { Screens } from '../../frame/screen.ts';

export const centerScreens: Screens = [
  {
    path: '/chatbot-center/skill-base/$id',
    title: 'Interacciones precargadas',
    module: 'skill_base',
    component: lazyScreen(() => import('./preloaded/preloaded-screen.tsx'), 'PreloadedScreen'),
  },
  {
    path: '/dashboard/chatbot/preguntas',
    title: 'Interacciones personalizadas',
    module: 'faqs',
    component: lazyScreen(() => import('./custom-screen.tsx'), 'CustomScreen'),
  },
  {
    path: '/chatbot-center/prompt-manager',
    title: 'Configuración de IA',
    module: 'skill_base',
    component: lazyScreen(() => import('./ai-screen.tsx'), 'AiScreen'),
  },
  {
    path: '/chatbot-center/terminar',
    title: 'Terminar configuración',
    module: 'skill_base',
    component: lazyScreen(() => import('./finish-screen.tsx'), 'FinishScreen'),
  },
  {
    path: '/clasificacion-ia',
    title: 'Clasificación IA',
    module: 'skill_base',
    flag: 'ai_classification',
    component: lazyScreen(() => import('./classification-screen.tsx'), 'ClassificationScreen'),
  },
];
