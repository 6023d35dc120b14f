/** CSS of Mantine's modal, for the chunks that open one. */
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import './dialog-motion.css';
