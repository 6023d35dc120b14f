/** Query key of `getMaintenance`. */
export const MAINTENANCE_KEY = 'maintenance';
