import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { start } from './lib/i18n.svelte';
import { keepOffline } from './lib/offline';
import { path, startRouter } from './lib/router.svelte';
import { startSettings } from './lib/settings.svelte';

startSettings();
startRouter();
await start();
const target = document.getElementById('app');
if (target) mount(App, { target });
keepOffline(() => path() === '/');
